/** Still picture of a map in the company's colours: places, ways and areas that do not exist. */
export const SignInPicture = () => (
  <svg
    viewBox="0 0 800 900"
    preserveAspectRatio="xMidYMid slice"
    aria-hidden
    style={{ width: "100%", height: "100%", minHeight: 0, background: "var(--land)" }}
  >
    <g fill="var(--sel)" stroke="var(--brand)" strokeOpacity="0.5">
      <path d="M130 90 420 40 510 210 380 340 190 300z" />
      <path d="M420 330 640 260 760 420 690 600 470 590 390 460z" />
      <path d="M90 560 330 500 420 640 350 820 140 800z" />
    </g>
    <g fill="none" stroke="var(--line-2)" strokeWidth="2">
      <path d="M0 380C180 360 300 420 440 400S700 300 800 330M240 0C260 200 320 420 300 560S360 800 380 900" />
    </g>
    <path
      d="M300 180C330 300 420 340 470 420S520 520 560 540"
      fill="none"
      stroke="var(--brand)"
      strokeWidth="5"
      strokeLinecap="round"
    />
    {picturePins.map(([x, y, color]) => (
      <circle key={`${x}`} cx={x} cy={y} r="9" fill={color} stroke="var(--surface)" strokeWidth="4" />
    ))}
    <circle cx="300" cy="180" r="13" fill="none" stroke="var(--state-open)" strokeWidth="5" />
  </svg>
);

const picturePins: readonly (readonly [number, number, string])[] = [
  [220, 150, "var(--state-assigned)"],
  [400, 120, "var(--state-accepted)"],
  [560, 540, "var(--state-loaded)"],
  [640, 380, "var(--state-moving)"],
  [210, 640, "var(--state-onsite)"],
  [300, 740, "var(--state-closed)"],
  [500, 700, "var(--state-accepted)"],
];
