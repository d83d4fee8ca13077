/** See left-out.ts. */
module.exports = () => "export {};";
