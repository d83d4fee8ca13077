import { createHash } from "node:crypto";

/**
 * Script that starts the page's scripts after the first paint: the page can be read without them, and they keep a phone
 * busy for longer than anything else. A page in the background is not painted and does not wait.
 */
const templateBegin = `(function () {
  var paths = document.currentScript.dataset.paths.split(" ");
  function begin() {
    paths.forEach(function (path) {
      var script = document.createElement("script");
      script.src = path;
      script.async = false;
      document.head.appendChild(script);
    });
  }
  if (document.hidden) begin();
  else requestAnimationFrame(function () { setTimeout(begin); });
})();
`;

/** Written to a file of its own instead of inline, so that the page also works where inline scripts are forbidden. */
export const pageStartScript = {
  path: `assets/js/begin.${createHash("sha256").update(templateBegin).digest("hex").slice(0, 8)}.js`,
  text: templateBegin,
};

/** Template of every page (Eta; its names are those that Docusaurus gives its own template). */
export const pageTemplate = `<!DOCTYPE html>
<html <%~ it.htmlAttributes %>>
  <head>
    <meta charset="UTF-8">
    <% for (const attributes of it.metaAttributes) { %><%~ attributes %><% } %>
    <%~ it.headTags %>
    <% for (const path of it.stylesheets) { %>
      <link rel="stylesheet" href="<%= it.baseUrl + path %>" />
    <% } %>
    <% for (const path of it.scripts) { %>
      <link rel="preload" as="script" fetchpriority="low" href="<%= it.baseUrl + path %>" />
    <% } %>
    <script
      defer
      src="<%= it.baseUrl %>${pageStartScript.path}"
      data-paths="<%= it.scripts.map((path) => it.baseUrl + path).join(" ") %>"
    ></script>
  </head>
  <body <%~ it.bodyAttributes %>>
    <%~ it.preBodyTags %>
    <div id="__docusaurus"><%~ it.appHtml %></div>
    <%~ it.postBodyTags %>
  </body>
</html>
`;
