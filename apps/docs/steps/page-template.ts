import { createHash } from "node:crypto";

/**
 * Lets the scripts of a page begin once it has been painted: it can be read without them, and a phone is busy with them
 * for longer than with anything else. A page that nobody looks at is not painted and does not wait.
 */
const begin = `(function () {
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

/** A file of its own, and not inside of pages: whoever forbids scripts there has a page that works nevertheless. */
export const beginScript = {
  path: `assets/js/begin.${createHash("sha256").update(begin).digest("hex").slice(0, 8)}.js`,
  text: begin,
};

/** What every page is put into (Eta; the names are those that Docusaurus gives its own template). */
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
      src="<%= it.baseUrl %>${beginScript.path}"
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
