import { testClock } from "./test-clock";

/**
 * Sets the clock before each file, also where files share their modules: none meets a clock that another one has moved.
 */
testClock.begin();
