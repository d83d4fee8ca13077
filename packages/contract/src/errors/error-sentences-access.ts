import type { LocalizedErrorSentence, ErrorSentenceTable } from "./error-kind";

const wrongTokenSentence = (en: string, de: string): LocalizedErrorSentence => ({ en, de });

const routingServerSentences = {
  UPSTREAM_FAILED: {
    en: "The route service has failed. Try again soon; until then plan with the addresses, and tell those who run it.",
    de: "Der Routendienst ist ausgefallen. Versuchen Sie es bald noch einmal; planen Sie bis dahin nach den Adressen, und verständigen Sie den Betrieb.",
  },
  UPSTREAM_TIMEOUT: {
    en: "The route service took too long. Try again soon, with fewer places at once if you can.",
    de: "Der Routendienst hat zu lange gebraucht. Versuchen Sie es bald noch einmal, wenn möglich mit weniger Orten auf einmal.",
  },
};
const geocodingServerSentences = {
  UPSTREAM_FAILED: {
    en: "The address service has failed. Set the place on the map, or try again soon.",
    de: "Der Adressdienst ist ausgefallen. Setzen Sie den Ort auf der Karte, oder versuchen Sie es bald noch einmal.",
  },
  UPSTREAM_TIMEOUT: {
    en: "The address service took too long. Set the place on the map, or try again soon.",
    de: "Der Adressdienst hat zu lange gebraucht. Setzen Sie den Ort auf der Karte, oder versuchen Sie es bald noch einmal.",
  },
};
const solverServerSentences = {
  UPSTREAM_FAILED: {
    en: "The tour planner has failed. Assign the cases by hand, or try again soon.",
    de: "Der Tourenplaner ist ausgefallen. Weisen Sie die Fälle von Hand zu, oder versuchen Sie es bald noch einmal.",
  },
  UPSTREAM_TIMEOUT: {
    en: "The tour planner took too long. Try again with fewer cases, or assign them by hand.",
    de: "Der Tourenplaner hat zu lange gebraucht. Versuchen Sie es mit weniger Fällen noch einmal, oder weisen Sie sie von Hand zu.",
  },
};

/** All servers of each kind that may be asked. */
const providerSentencesOf = <Code extends keyof typeof routingServerSentences>(code: Code) => ({
  osrm: routingServerSentences[code],
  valhalla: routingServerSentences[code],
  graphhopper: routingServerSentences[code],
  photon: geocodingServerSentences[code],
  nominatim: geocodingServerSentences[code],
  pelias: geocodingServerSentences[code],
  vroom: solverServerSentences[code],
});

/** Sentences of refusals because of the caller, and of faults of servers behind the product. */
export const accessErrorSentences = {
  AUTH_TOKEN_KIND_NOT_ALLOWED: {
    kind: {
      USER: wrongTokenSentence(
        "Your sign-in does not allow this step. Leave it to those it is meant for: the crew, the dispatcher or a service account.",
        "Mit Ihrer Anmeldung geht dieser Schritt nicht. Überlassen Sie ihn denen, für die er vorgesehen ist: der Besatzung, der Disposition oder einem Dienstkonto.",
      ),
      DEVICE: wrongTokenSentence(
        "The sign-in of this phone does not allow this step. Sign in as a person, or leave it to the dispatcher.",
        "Mit der Anmeldung dieses Telefons geht dieser Schritt nicht. Melden Sie sich als Person an, oder überlassen Sie ihn der Disposition.",
      ),
      SERVICE: wrongTokenSentence(
        "A service account cannot do this. Sign in as a person.",
        "Ein Dienstkonto kann das nicht. Melden Sie sich als Person an.",
      ),
      SYSTEM: wrongTokenSentence(
        "The platform may not do this by itself. Have a person do it.",
        "Das darf die Plattform nicht selbst tun. Lassen Sie es eine Person tun.",
      ),
    },
  },
  UPSTREAM_FAILED: { provider: providerSentencesOf("UPSTREAM_FAILED") },
  UPSTREAM_TIMEOUT: { provider: providerSentencesOf("UPSTREAM_TIMEOUT") },
} as const satisfies ErrorSentenceTable;
