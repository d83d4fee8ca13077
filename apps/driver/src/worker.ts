/** What goes on without a page: the app starts without network, pushes are shown, and what waits is sent. */
import "./worker/shell.ts";
import "./worker/push.ts";
import "./worker/sync.ts";
