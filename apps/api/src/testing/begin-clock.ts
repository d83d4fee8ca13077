import { testClock } from "./test-clock";

/** Runs before each file, also where files share their modules: none meets a clock that another one has moved. */
testClock.begin();
