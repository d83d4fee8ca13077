import type { CaseActionFormProps } from "./forms/form-props.ts";
import type { CaseActionFormName as FormName } from "#shared/route.ts";
import { DestinationForm } from "./forms/destination-form.tsx";
import { FinishForm } from "./forms/finish-form.tsx";
import { ForwardForm } from "./forms/forward-form.tsx";
import { HandoverForm } from "./forms/handover-form.tsx";
import { InterimStorageForm } from "./forms/interim-form.tsx";
import { MissingPhotoReasonForm } from "./forms/no-photo-form.tsx";
import { NoteForm } from "./forms/note-form.tsx";
import { PostponeForm } from "./forms/postpone-form.tsx";
import { RejectForm } from "./forms/reject-form.tsx";

/** Form of an action that needs more than a tap. */
export function CaseActionForm({ form, ...props }: CaseActionFormProps & { form: FormName }) {
  switch (form) {
    case "reject":
      return <RejectForm {...props} />;
    case "postpone":
      return <PostponeForm {...props} />;
    case "finish":
      return <FinishForm {...props} />;
    case "handover":
      return <HandoverForm {...props} />;
    case "note":
      return <NoteForm {...props} />;
    case "no_photo":
      return <MissingPhotoReasonForm {...props} />;
    case "destination":
      return <DestinationForm {...props} />;
    case "forward":
      return <ForwardForm {...props} />;
    case "interim":
      return <InterimStorageForm {...props} />;
  }
}
