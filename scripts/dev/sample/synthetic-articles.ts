/**
 * Generates articles from the sample's words. A chain of word pairs makes new sentences, which vary
 * and compress like prose.
 */
import type { SampleDocument } from './sample-documents.ts'

/** Mulberry32: small, fast and deterministic. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

type MarkovChain = { readonly starts: string[]; readonly next: Map<string, string[]> }

function learnChain(texts: readonly string[]): MarkovChain {
  const starts: string[] = []
  const next = new Map<string, string[]>()
  for (const text of texts) {
    const words = text
      .replace(/[#>*_`[\]|]|::+.*|<!--.*?-->/g, ' ')
      .split(/\s+/)
      .filter(Boolean)
    for (const [index, word] of words.entries()) {
      if (index === 0 || /[.!?]$/.test(words[index - 1]!)) starts.push(word)
      const follower = words[index + 1]
      if (!follower) continue
      const followers = next.get(word)
      if (followers) followers.push(follower)
      else next.set(word, [follower])
    }
  }
  return { starts, next }
}

const maxWords = 28

function composeSentence(chain: MarkovChain, random: () => number): string {
  const pickWord = (words: readonly string[]) => words[Math.floor(random() * words.length)]!
  const words = [pickWord(chain.starts)]
  while (words.length < maxWords && !/[.!?]$/.test(words.at(-1)!)) {
    const followers = chain.next.get(words.at(-1)!)
    if (!followers) break
    words.push(pickWord(followers))
  }
  return words
    .join(' ')
    .replace(/[,;:—–]?$/, '')
    .replace(/([^.!?])$/, '$1.')
}

/** The same number gives the same articles. They use the sample's images, categories, tags and authors. */
export function* generateArticles(
  count: number,
  documents: readonly SampleDocument[],
): Generator<SampleDocument> {
  const models = documents.filter(
    // A chain of words with several languages would join the languages at random.
    ({ path, fields }) =>
      path.startsWith('articles/') &&
      fields.status === 'published' &&
      fields.language === undefined,
  )
  const chain = learnChain(models.map(({ fields }) => String(fields.body)))
  const newest = Math.min(...models.map(({ fields }) => Number(fields.publishedAt)))
  for (let index = 0; index < count; index++) {
    const random = createRandom(index + 1)
    const { fields } = models[index % models.length]!
    const paragraphs = Array.from({ length: 7 + Math.floor(random() * 9) }, () =>
      Array.from({ length: 3 + Math.floor(random() * 4) }, () =>
        composeSentence(chain, random),
      ).join(' '),
    )
    const title = composeSentence(chain, random)
      .split(' ')
      .slice(0, 9)
      .join(' ')
      .replace(/[.,;:]$/, '')
    yield {
      path: `articles/synthetic-${String(index + 1).padStart(6, '0')}`,
      fields: {
        ...fields,
        title: `${title} (${index + 1})`,
        dek: composeSentence(chain, random).slice(0, 300),
        body: [paragraphs[0], '<!-- more -->', ...paragraphs.slice(1)].join('\n\n'),
        editorsPick: false,
        corrections: [],
        // The articles are older than the sample's, an hour apart.
        publishedAt: new Date(newest - (index + 1) * 60 * 60 * 1000),
      },
    }
  }
}

export function createSyntheticArticles(
  count: number,
  documents: readonly SampleDocument[],
): SampleDocument[] {
  return [...generateArticles(count, documents)]
}
