/** The parts of osrm-text-instructions that we use, which brings no types. */
declare module "osrm-text-instructions" {
  interface Words {
    readonly legIndex?: number;
    readonly legCount?: number;
    readonly classes?: readonly string[];
  }
  interface Compiler {
    compile(language: string, step: object, words?: Words): string;
  }
  const osrmTextInstructions: (version: "v5") => Compiler;
  export default osrmTextInstructions;
}
