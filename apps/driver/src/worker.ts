/** Service worker: the app starts without network, pushes are shown, and waiting entries are sent without a page. */
import "./worker/shell.ts";
import "./worker/push.ts";
import "./worker/sync.ts";
