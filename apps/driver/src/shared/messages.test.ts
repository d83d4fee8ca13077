import { testTextsInBothLanguages } from "@leitstand/app/messages-testkit";

testTextsInBothLanguages(new URL("../../messages/", import.meta.url));
