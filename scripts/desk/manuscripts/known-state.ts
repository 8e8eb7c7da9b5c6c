/** The document state that a manuscript is based on, as its `version:` line stores it. */

export type KnownState = {
  /** The stored document's version; null for a document that wasn't published. */
  readonly base: string | null
  /** The draft's number; null without a draft. */
  readonly revision: number | null
}

const [noBase, separator] = ['new', ' draft ']

export function parseKnownState(version: string | null): KnownState {
  const [base = noBase, revision] = (version ?? noBase).split(separator)
  return {
    base: base === noBase ? null : base,
    revision: revision === undefined ? null : Number(revision),
  }
}

export const formatKnownState = ({ base, revision }: KnownState): string =>
  (base ?? noBase) + (revision === null ? '' : separator + revision)
