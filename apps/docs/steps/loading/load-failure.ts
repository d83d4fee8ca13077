/**
 * Script that shows a message with a retry when a script of the page does not arrive: the text can be read, but
 * interactive parts are missing without any sign. It is inlined, because scripts are what fails. Once the page is
 * interactive, the frame handles failures: it loads the wanted page again, and so comes back to this.
 */
export const loadFailureScript = `(function () {
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
