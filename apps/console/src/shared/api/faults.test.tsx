import { ApiProblem } from "@leitstand/client/problem";
import { expect, it } from "vitest";
import { changePreferences } from "../state/preferences.ts";
import { mountComponent } from "../testing/mount-testkit.tsx";
import { pageText } from "../testing/screen-testkit.ts";
import { useFaultText } from "./faults.ts";

const args: ApiProblem["args"] = [];
const lostAnswer = new ApiProblem({ status: 0, code: "UNREACHABLE", title: "", message: "", args, traceId: undefined });

function MessageOfLostAnswer() {
  return <p>{useFaultText()(lostAnswer).message}</p>;
}

it.each([
  ["de", "Bitte nochmals versuchen; eine Änderung kann trotzdem angekommen sein.", "wird weiter versucht"],
  ["en", "Please try again; a change may have arrived anyway.", "being tried"],
] as const)(
  "a lost answer is told in %s as unconfirmed, and promises no further attempt",
  async (language, told, old) => {
    changePreferences({ language });
    await mountComponent(<MessageOfLostAnswer />);
    expect(pageText()).toContain(told);
    expect(pageText()).not.toContain(old);
  },
);
