import type { PhoneFunctions, AlarmTone } from "./device.ts";

let audioContext: AudioContext | undefined;

/** Notes of one round of each tone, in hertz and seconds; a round is repeated until the driver answers. */
const ringToneRounds: Record<
  AlarmTone,
  { readonly notes: readonly ToneNote[]; readonly seconds: number; readonly loudness: number }
> = {
  alarm: {
    notes: [0, 0.22, 0.44, 0.66].map((at, index) => ({ at, hertz: index % 2 === 0 ? 880 : 1_175, seconds: 0.2 })),
    seconds: 1.6,
    loudness: 0.9,
  },
  soft: {
    notes: [
      { at: 0, hertz: 523, seconds: 1.1 },
      { at: 0.5, hertz: 659, seconds: 1.4 },
    ],
    seconds: 4,
    loudness: 0.35,
  },
};
interface ToneNote {
  readonly at: number;
  readonly hertz: number;
  readonly seconds: number;
}
const vibrations: Record<AlarmTone, readonly number[]> = { alarm: [400, 200, 400, 600], soft: [250, 3_750] };
/** Duration of a vibration pattern in milliseconds: it is played once, and started again when it is over. */
const patternDurationMs = (pattern: readonly number[]) => pattern.reduce((sum, part) => sum + part, 0);
const QUIET_LOUDNESS = 0.12;

export const browserSound: PhoneFunctions["sound"] = {
  unlock: () => {
    audioContext ??= new AudioContext();
    // A phone call suspends the sound; the next touch resumes it.
    if (audioContext.state !== "running") void audioContext.resume();
  },
  ring: (tone) => {
    const sound = audioContext === undefined ? undefined : playTone(audioContext, tone);
    const vibration = vibrateForTone(tone);
    return {
      quieter: () => {
        sound?.quieter();
        vibration.stop();
      },
      stop: () => {
        sound?.stop();
        vibration.stop();
      },
    };
  },
};

/** Plays a tone as one looping source, which also continues while the phone throttles the timers of a hidden page. */
function playTone(audio: AudioContext, tone: AlarmTone) {
  const source = new AudioBufferSourceNode(audio, { buffer: renderRingRound(audio, tone), loop: true });
  const volume = new GainNode(audio, { gain: ringToneRounds[tone].loudness });
  source.connect(volume).connect(audio.destination);
  source.start();
  void audio.resume();
  return {
    quieter: () => volume.gain.setTargetAtTime(ringToneRounds[tone].loudness * QUIET_LOUDNESS, audio.currentTime, 0.05),
    stop: () => source.stop(),
  };
}

function renderRingRound({ sampleRate }: AudioContext, tone: AlarmTone): AudioBuffer {
  const { notes, seconds } = ringToneRounds[tone];
  const buffer = new AudioBuffer({ sampleRate, length: Math.ceil(sampleRate * seconds) });
  const samples = buffer.getChannelData(0);
  for (const note of notes)
    for (let index = 0; index < note.seconds * sampleRate; index++) {
      const place = Math.floor(note.at * sampleRate) + index;
      samples[place] = (samples[place] ?? 0) + noteSampleAt(note, index / sampleRate) / 2;
    }
  return buffer;
}

/** Samples of a note that swells within ten milliseconds, so that nothing clicks, and fades out. */
const noteSampleAt = ({ hertz, seconds }: ToneNote, at: number) =>
  Math.sin(2 * Math.PI * hertz * at) * Math.min(1, at / 0.01) * (1 - at / seconds);

function vibrateForTone(tone: AlarmTone) {
  if (!("vibrate" in navigator)) return { stop: () => undefined };
  const pattern = [...vibrations[tone]];
  const once = () => void navigator.vibrate(pattern);
  once();
  const timer = setInterval(once, patternDurationMs(pattern));
  return {
    stop: () => {
      clearInterval(timer);
      navigator.vibrate(0);
    },
  };
}
