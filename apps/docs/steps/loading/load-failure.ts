/**
 * Says so when a script of the page does not arrive, and offers to try again: the page can be read, but the parts of it that
 * answer to people are missing, and nothing else would tell. It stands in the page, because scripts are what fails. Once
 * the page is alive the frame sees to itself: it loads the page that somebody wants again, and so comes to this.
 */
export const loadFailure = `(function () {
  var said = false;
  function say(reason) {
    if (said || document.documentElement.getAttribute("data-has-hydrated") === "true") return;
    said = true;
    var part = document.createElement("div");
    part.className = "load-failure";
    part.setAttribute("role", "alert");
    part.appendChild(document.createElement("p")).textContent =
      reason + " You can read this page, but search, menus and buttons do not work.";
    var button = part.appendChild(document.createElement("button"));
    button.type = "button";
    button.className = "button button--primary";
    button.textContent = "Retry";
    button.onclick = function () { location.reload(); };
    document.body.appendChild(part);
  }
  function sayOnceThereIsABody(reason) {
    if (document.body) say(reason);
    else addEventListener("DOMContentLoaded", function () { say(reason); });
  }
  addEventListener("error", function (event) {
    var script = event.target;
    if (script instanceof HTMLScriptElement && script.src.indexOf(location.origin + "/assets/") === 0)
      sayOnceThereIsABody("Loading " + script.src.slice(location.origin.length) + " failed.");
  }, true);
  addEventListener("unhandledrejection", function (event) {
    if (event.reason && event.reason.name === "ChunkLoadError") sayOnceThereIsABody(String(event.reason.message));
  });
})();`;
