import { stateStyleOf, type Word } from "@leitstand/app/state-style";
import type { CaseEntity, CaseReading } from "./case-entity.ts";

/** A case that a tour works on at present. */
export interface OpenLink {
  readonly dispatchCase: CaseEntity;
  readonly state: string;
  readonly word: Word;
}

/** The further a case has got, the more it says about where its vehicle is. */
const progress: readonly Word[] = ["postponed", "assigned", "accepted", "moving", "onsite", "loaded"];
const progressOf = ({ word }: OpenLink) => progress.indexOf(word);

const none: readonly OpenLink[] = [];

/**
 * All cases that answers have told of, closed ones too: their version keeps a late page from bringing them back. `open` are
 * those that a board shows.
 */
export class CaseTable {
  private readonly all = new Map<string, CaseEntity>();
  private readonly shown = new Map<string, CaseEntity>();
  private readonly caseIdsByTour = new Map<string, Set<string>>();
  private readonly linksByTour = new Map<string, readonly OpenLink[]>();
  /** The step of the store at which each was last put; see `closeUnseen`. */
  private readonly putAt = new Map<string, number>();

  get open(): ReadonlyMap<string, CaseEntity> {
    return this.shown;
  }
  get closedCount() {
    return this.all.size - this.shown.size;
  }
  get = (id: string): CaseEntity | undefined => this.all.get(id);

  /** Takes what an answer says unless something newer is known. Answers whether it was taken. */
  put(reading: CaseReading, step: number): boolean {
    const known = this.all.get(reading.case_id);
    if (known && known.lock_version > reading.lock_version) {
      // Better what a card showed a version ago than no card.
      if (!known.card && reading.card) this.write({ ...known, card: reading.card }, known, step);
      return false;
    }
    const unknown = { tour_case_states: [], last_assigned_tour_id: null, has_links: false };
    this.write({ ...unknown, ...known, ...reading }, known, step);
    return true;
  }

  /** Takes what an event says of a case; answers undefined when the case is not known, and false when it is known better. */
  patch(id: string, change: Partial<CaseEntity> & { readonly lock_version: number }, step: number) {
    const known = this.all.get(id);
    if (!known) return undefined;
    if (known.lock_version > change.lock_version) return false;
    this.write({ ...known, ...change }, known, step);
    return true;
  }

  /** What a snapshot that was asked for at a step does not hold has left the board, unless it came after the step. */
  closeUnseen(seen: ReadonlySet<string>, step: number): string[] {
    const unseen = [...this.shown.values()].filter(
      ({ case_id }) => !seen.has(case_id) && (this.putAt.get(case_id) ?? 0) <= step,
    );
    for (const known of unseen) this.write({ ...known, has_links: false, tour_case_states: [] }, known, step);
    return unseen.map(({ case_id }) => case_id);
  }

  /** What a tour works on, the case that has got furthest first. The same array until one of its cases changes. */
  openLinksOf(tour_id: string): readonly OpenLink[] {
    const ids = this.caseIdsByTour.get(tour_id);
    if (!ids) return none;
    const known = this.linksByTour.get(tour_id);
    if (known) return known;
    const links = [...ids].flatMap((id) => {
      const dispatchCase = this.shown.get(id);
      const link = dispatchCase?.tour_case_states.find((one) => one.tour_id === tour_id && one.bucket === "open");
      return dispatchCase && link ? [{ dispatchCase, state: link.state, word: stateStyleOf(link.state).word }] : [];
    });
    links.sort((one, other) => progressOf(other) - progressOf(one));
    this.linksByTour.set(tour_id, links);
    return links;
  }

  /** Forgets cases that no board shows, but for those that a list holds. */
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

  private write(next: CaseEntity, known: CaseEntity | undefined, step: number) {
    const { case_id } = next;
    this.all.set(case_id, next);
    this.putAt.set(case_id, step);
    if (!next.finalized && next.has_links) this.shown.set(case_id, next);
    else this.shown.delete(case_id);
    for (const tour_id of toursOf(known)) {
      this.caseIdsByTour.get(tour_id)?.delete(case_id);
      this.linksByTour.delete(tour_id);
    }
    if (!this.shown.has(case_id)) return;
    for (const tour_id of toursOf(next)) {
      const ids = this.caseIdsByTour.get(tour_id) ?? new Set();
      this.caseIdsByTour.set(tour_id, ids.add(case_id));
      this.linksByTour.delete(tour_id);
    }
  }
}

const toursOf = (dispatchCase: CaseEntity | undefined) =>
  dispatchCase?.tour_case_states.filter(({ bucket }) => bucket === "open").map(({ tour_id }) => tour_id) ?? [];
