/** Words for the steps that OSRM gives as codes. https://project-osrm.org/docs/v5.24.0/api/#stepmaneuver-object */
interface OsrmCodedStep {
  readonly name?: string;
  readonly maneuver: { readonly type: string; readonly modifier?: string; readonly exit?: number };
}
interface InstructionWords {
  readonly modifiers: Readonly<Record<string, string>>;
  readonly types: Readonly<Record<string, string>>;
  readonly onto: (instruction: string, street: string) => string;
  readonly roundabout: (exit: number | undefined) => string;
}

const germanInstructions: InstructionWords = {
  modifiers: {
    uturn: "Wenden",
    "sharp right": "Scharf rechts abbiegen",
    right: "Rechts abbiegen",
    "slight right": "Leicht rechts abbiegen",
    straight: "Geradeaus fahren",
    "slight left": "Leicht links abbiegen",
    left: "Links abbiegen",
    "sharp left": "Scharf links abbiegen",
  },
  types: {
    depart: "Losfahren",
    arrive: "Sie haben das Ziel erreicht",
    continue: "Weiterfahren",
    "new name": "Weiterfahren",
    merge: "Einfädeln",
    "on ramp": "Auffahrt nehmen",
    "off ramp": "Ausfahrt nehmen",
    notification: "Weiterfahren",
  },
  onto: (instruction, street) => `${instruction} auf ${street}`,
  roundabout: (exit) =>
    exit === undefined ? "In den Kreisverkehr fahren" : `Im Kreisverkehr die ${exit}. Ausfahrt nehmen`,
};
const englishInstructions: InstructionWords = {
  modifiers: {
    uturn: "Make a U-turn",
    "sharp right": "Turn sharp right",
    right: "Turn right",
    "slight right": "Turn slightly right",
    straight: "Go straight",
    "slight left": "Turn slightly left",
    left: "Turn left",
    "sharp left": "Turn sharp left",
  },
  types: {
    depart: "Set off",
    arrive: "You have arrived",
    continue: "Continue",
    "new name": "Continue",
    merge: "Merge",
    "on ramp": "Take the ramp",
    "off ramp": "Take the exit",
    notification: "Continue",
  },
  onto: (instruction, street) => `${instruction} onto ${street}`,
  roundabout: (exit) => (exit === undefined ? "Enter the roundabout" : `Take exit ${exit} of the roundabout`),
};

/** Step in one sentence without a full stop; an unknown code is worded as driving on. */
export function describeRouteStep({ name, maneuver }: OsrmCodedStep, language: "de" | "en"): string {
  const words = language === "de" ? germanInstructions : englishInstructions;
  const instruction = instructionText(words, maneuver);
  return name && maneuver.type !== "arrive" ? words.onto(instruction, name) : instruction;
}

function instructionText(words: InstructionWords, { type, modifier = "", exit }: OsrmCodedStep["maneuver"]): string {
  if (type === "roundabout" || type === "rotary") return words.roundabout(exit);
  if (type === "continue" && modifier !== "straight" && words.modifiers[modifier] !== undefined)
    return words.modifiers[modifier];
  return words.types[type] ?? words.modifiers[modifier] ?? (words.types["continue"] as string);
}
