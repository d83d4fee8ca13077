import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useForm } from "react-hook-form";
import { useTranslations } from "use-intl";
import { fetchTour, storeAnsweredTour } from "#live/store.ts";
import type { TimelineTour } from "#live/tour-entity.ts";
import { isApiProblem } from "#shared/api/api.ts";
import { useFaultText } from "#shared/api/faults.ts";
import { useHeldFocus } from "#shared/screen/held-focus.ts";
import { showToast } from "#shared/screen/toasts.tsx";
import { useFaultDisplay, useIsShown } from "#shared/screen/use-fault-display.ts";
import type { TourPanelRequest } from "./panel-request.ts";
import {
  isInOrder,
  isSameField,
  type TourFields,
  tourFieldNames,
  tourFieldsOf,
  usualTourFields,
} from "./tour-fields.ts";
import { saveTour } from "./tour-save.ts";

export interface TourFormInput {
  readonly request: Exclude<TourPanelRequest, { is: "duplicate" }>;
  readonly onDone: () => void;
}

/** The form of a shift, and how it is saved; the fault is undefined while there is none. */
export function useTourForm({ request, onDone }: TourFormInput) {
  const t = useTranslations("tours");
  const [fault, setFault] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const root = useRef<HTMLFormElement>(null);
  const focus = useHeldFocus(root);
  const isShown = useIsShown();
  const showFault = useFaultDisplay();
  const form = useForm<TourFields>({
    defaultValues: request.is === "edit" ? tourFieldsOf(request.tour) : usualTourFields(request.day),
  });
  const { known, keep, hasKept, faultOf } = useKnownTour({ request, form, isShown });
  const save = (how: "plan" | "start") => async (fields: TourFields) => {
    setFault(undefined);
    setBusy(true);
    try {
      const tour = known.current;
      const saved = await saveTour(fields, tour ? { is: "edit", tour, shown: tourFieldsOf(tour) } : { is: how }, keep);
      const name = nameOf(saved);
      const told = request.is === "edit" ? "saved" : how === "start" ? "started" : "planned";
      if (hasKept.current) showToast(t(told, { tour: name }));
      // The fields stay inert until the form is gone; where it was left before, another one may be open.
      if (isShown()) onDone();
    } catch (error) {
      const message = await faultOf(error);
      // At once, as the focus is about to go back to one of the fields.
      flushSync(() => setBusy(false));
      const name = request.is === "edit" ? nameOf(request.tour) : fields.name.trim() || t("panel_plan");
      showFault(message, { name, beside: setFault });
    }
  };
  const submit = async (how: "plan" | "start") => {
    if (isBusy) return;
    focus.hold();
    await form.handleSubmit(save(how))();
    focus.giveBack();
  };
  return { form, root, submit, isBusy, fault, isOrdered: (fields: TourFields) => isInOrder(fields, known.current) };
}

const nameOf = ({ name, natural_id }: TimelineTour) => name ?? natural_id;

interface KnownTourInput extends Pick<TourFormInput, "request"> {
  readonly form: ReturnType<typeof useForm<TourFields>>;
  readonly isShown: () => boolean;
}

/** The changed shift as the last answer describes it, and the text of a fault, which may make it be read again. */
function useKnownTour({ request, form, isShown }: KnownTourInput) {
  const t = useTranslations("tours");
  const textOf = useFaultText();
  const known = useRef(request.is === "edit" ? request.tour : undefined);
  /** Whether the server has taken anything of what was typed here. */
  const hasKept = useRef(false);
  const keep = async (answer: Promise<TimelineTour>) => {
    const tour = await storeAnsweredTour(answer);
    known.current = tour;
    hasKept.current = true;
    return tour;
  };
  /** Takes over what another dispatcher has changed, in the fields that were not touched here. */
  const readAgain = async (before: TimelineTour) => {
    const now = await fetchTour(before.id);
    known.current = now;
    const [typed, shown, shows] = [form.getValues(), tourFieldsOf(before), tourFieldsOf(now)];
    for (const name of tourFieldNames) if (isSameField(typed[name], shown[name])) form.setValue(name, shows[name]);
  };
  const faultOf = async (error: unknown): Promise<string> => {
    const tour = known.current;
    const isOutdated = tour !== undefined && isApiProblem(error, "LOCK_VERSION_CONFLICT");
    if (!isOutdated || !isShown()) return textOf(error).message;
    return readAgain(tour).then(
      () => t("changed_meanwhile"),
      (unread: unknown) => textOf(unread).message,
    );
  };
  return { known, keep, hasKept, faultOf };
}
