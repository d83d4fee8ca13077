import { phoneSampleScenes } from "./phone-scenes";
import { officeSampleScenes } from "./scenes";

export const allSampleScenes = { ...officeSampleScenes, ...phoneSampleScenes };
export type SampleSceneName = keyof typeof allSampleScenes;
