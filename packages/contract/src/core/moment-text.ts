/** Spells a moment as the database does in all answers: with an offset, and no more digits than it takes. */
export const formatUtcTimestamp = (moment: Date) => moment.toISOString().replace(/(\.?0+)?Z$/, "+00:00");
