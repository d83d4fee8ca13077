import { expectBothLanguages } from "@leitstand/app/messages-testkit";

expectBothLanguages(new URL("../../../messages/", import.meta.url));
