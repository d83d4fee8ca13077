import { phoneScenes } from "./phone-scenes";
import { scenes } from "./scenes";

export const allScenes = { ...scenes, ...phoneScenes };
export type SceneName = keyof typeof allScenes;
