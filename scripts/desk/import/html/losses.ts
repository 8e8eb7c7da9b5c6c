/**
 * What was lost on the way from HTML to Markdown. Nothing may be dropped without a line here: the
 * editor who moves in reads them post by post.
 */
export type Losses = {
  /** Counts one more of a kind; the sentence is made of how many there were. */
  readonly count: (sentence: (count: number) => string) => void
  /** A sentence that is said once. */
  readonly say: (sentence: string) => void
  readonly notes: () => readonly string[]
}

/** So that a hostile post cannot fill the report. */
const mostNotes = 50

export function trackLosses(): Losses {
  // By the sentence for one: functions are made anew at each call.
  const counted = new Map<string, { sentence: (count: number) => string; count: number }>()
  const add = (key: string, sentence: (count: number) => string) => {
    const entry = counted.get(key)
    if (entry) entry.count++
    else counted.set(key, { sentence, count: 1 })
  }
  return {
    count: (sentence) => add(sentence(1), sentence),
    say: (sentence) => add(sentence, () => sentence),
    notes: () => {
      const notes = [...counted.values()].map(({ sentence, count }) => sentence(count))
      const more = notes.length - mostNotes
      return more > 0 ? [...notes.slice(0, mostNotes), `and ${more} other kinds of losses`] : notes
    },
  }
}

/** "a picture" and "3 pictures", for sentences that count. */
export function howMany(count: number, one: string, many: string): string {
  return count === 1 ? one : `${count} ${many}`
}

/** What somebody else wrote, short enough and plain enough for a line of the report. */
export function quoted(value: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what is taken out
  const plain = value.replace(/[\u0000-\u001f\u007f-\u009f\s]+/g, ' ').trim()
  return plain.length > 120 ? `${plain.slice(0, 119)}…` : plain
}
