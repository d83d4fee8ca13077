import { stateStyleOf, type StateWord } from "@leitstand/app/state-style";
import type { KnownCase, CaseDataFromAnswer } from "./case-entity.ts";

/** Case that a tour works on at present. */
export interface OpenCaseOfTour {
  readonly dispatchCase: KnownCase;
  readonly state: string;
  readonly word: StateWord;
}

/** Words of states by progress: the more advanced a case, the more it says about where its vehicle is. */
const stateWordsByProgress: readonly StateWord[] = ["postponed", "assigned", "accepted", "moving", "onsite", "loaded"];
const progressRank = ({ word }: OpenCaseOfTour) => stateWordsByProgress.indexOf(word);

const noLinks: readonly OpenCaseOfTour[] = [];

/**
 * Table of all cases from answers, closed ones included: their version keeps a late page from bringing them back.
 * `open` are those that a board shows.
 */
export class CaseTable {
  private readonly all = new Map<string, KnownCase>();
  private readonly shown = new Map<string, KnownCase>();
  private readonly caseIdsByTour = new Map<string, Set<string>>();
  private readonly linksByTour = new Map<string, readonly OpenCaseOfTour[]>();
  /** Step of the store at which each case was last put; see `closeUnseen`. */
  private readonly putAt = new Map<string, number>();

  get open(): ReadonlyMap<string, KnownCase> {
    return this.shown;
  }
  get closedCount() {
    return this.all.size - this.shown.size;
  }
  get = (id: string): KnownCase | undefined => this.all.get(id);

  /** Stores an answer unless something newer is known. Returns whether it was stored. */
  put(reading: CaseDataFromAnswer, step: number): boolean {
    const known = this.all.get(reading.case_id);
    if (known && known.lock_version > reading.lock_version) {
      // A card of an older version is better than none.
      if (!known.card && reading.card) this.write({ ...known, card: reading.card }, known, step);
      return false;
    }
    const unknown = { tour_case_states: [], last_assigned_tour_id: null, has_links: false };
    this.write({ ...unknown, ...known, ...reading, facts_version: reading.lock_version }, known, step);
    return true;
  }

  /** Applies an event to a case; returns undefined when the case is not known, and false when a newer version is. */
  patch(id: string, change: Partial<KnownCase> & { readonly lock_version: number }, step: number) {
    const known = this.all.get(id);
    if (!known) return undefined;
    if (known.lock_version > change.lock_version) return false;
    this.write({ ...known, ...change }, known, step);
    return true;
  }

  /**
   * Removes cases from the board that a snapshot, requested at a step, does not contain, unless they came after that
   * step.
   */
  closeUnseen(seen: ReadonlySet<string>, step: number): string[] {
    const unseen = [...this.shown.values()].filter(
      ({ case_id }) => !seen.has(case_id) && (this.putAt.get(case_id) ?? 0) <= step,
    );
    for (const known of unseen) this.write({ ...known, has_links: false, tour_case_states: [] }, known, step);
    return unseen.map(({ case_id }) => case_id);
  }

  /** Drops cases that an answer, requested at a step, should contain and does not, unless they came after that step. */
  forgetUnseen(ids: readonly string[], step: number): string[] {
    const unseen = ids.flatMap((id) => this.all.get(id) ?? []);
    const gone = unseen.filter(({ case_id }) => (this.putAt.get(case_id) ?? 0) <= step);
    for (const known of gone) {
      this.write({ ...known, has_links: false, tour_case_states: [] }, known, step);
      this.all.delete(known.case_id);
      this.putAt.delete(known.case_id);
    }
    return gone.map(({ case_id }) => case_id);
  }

  /** Cases that a tour works on, the most advanced first. The same array until one of its cases changes. */
  openLinksOf(tour_id: string): readonly OpenCaseOfTour[] {
    const ids = this.caseIdsByTour.get(tour_id);
    if (!ids) return noLinks;
    const known = this.linksByTour.get(tour_id);
    if (known) return known;
    const links = [...ids].flatMap((id) => {
      const dispatchCase = this.shown.get(id);
      const link = dispatchCase?.tour_case_states.find((one) => one.tour_id === tour_id && one.bucket === "open");
      return dispatchCase && link ? [{ dispatchCase, state: link.state, word: stateStyleOf(link.state).word }] : [];
    });
    links.sort((one, other) => progressRank(other) - progressRank(one));
    this.linksByTour.set(tour_id, links);
    return links;
  }

  /** Drops cases that no board shows, except those that a list holds. */
  sweep(isHeld: (id: string) => boolean) {
    for (const id of this.all.keys()) {
      if (this.shown.has(id) || isHeld(id)) continue;
      this.all.delete(id);
      this.putAt.delete(id);
    }
  }

  clear() {
    for (const table of [this.all, this.shown, this.caseIdsByTour, this.linksByTour, this.putAt]) table.clear();
  }

  private write(next: KnownCase, known: KnownCase | undefined, step: number) {
    const { case_id } = next;
    this.all.set(case_id, next);
    this.putAt.set(case_id, step);
    if (!next.finalized && next.has_links) this.shown.set(case_id, next);
    else this.shown.delete(case_id);
    for (const tour_id of tourIdsOfCase(known)) {
      const ids = this.caseIdsByTour.get(tour_id);
      ids?.delete(case_id);
      if (ids?.size === 0) this.caseIdsByTour.delete(tour_id);
      this.linksByTour.delete(tour_id);
    }
    if (!this.shown.has(case_id)) return;
    for (const tour_id of tourIdsOfCase(next)) {
      const ids = this.caseIdsByTour.get(tour_id) ?? new Set();
      this.caseIdsByTour.set(tour_id, ids.add(case_id));
      this.linksByTour.delete(tour_id);
    }
  }
}

const tourIdsOfCase = (dispatchCase: KnownCase | undefined) =>
  dispatchCase?.tour_case_states.filter(({ bucket }) => bucket === "open").map(({ tour_id }) => tour_id) ?? [];
