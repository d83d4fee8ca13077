import { phoneScenes } from "./phone-scenes";
import { scenesByName } from "./scenes";

export const allScenes = { ...scenesByName, ...phoneScenes };
export type SceneName = keyof typeof allScenes;
