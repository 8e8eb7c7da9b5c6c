/**
 * Synthetic articles for benchmarks: as many as wanted, from the words of the real samples. A chain
 * of word pairs makes new sentences, so that they are as varied, and compress as badly, as prose.
 */
import type { SampleDocument } from './documents.ts'

/** Mulberry32: small, fast, and the same on every machine. */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

type Chain = { readonly starts: string[]; readonly next: Map<string, string[]> }

function learn(texts: readonly string[]): Chain {
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

const longest = 28

function sentence(chain: Chain, random: () => number): string {
  const pick = (words: readonly string[]) => words[Math.floor(random() * words.length)]!
  const words = [pick(chain.starts)]
  while (words.length < longest && !/[.!?]$/.test(words.at(-1)!)) {
    const followers = chain.next.get(words.at(-1)!)
    if (!followers) break
    words.push(pick(followers))
  }
  return words
    .join(' ')
    .replace(/[,;:—–]?$/, '')
    .replace(/([^.!?])$/, '$1.')
}

/** The same number gives the same articles. They borrow picture, category, tags and authors. */
export function* syntheticArticleStream(
  count: number,
  documents: readonly SampleDocument[],
): Generator<SampleDocument> {
  const models = documents.filter(
    ({ path, fields }) => path.startsWith('articles/') && fields.status === 'published',
  )
  const chain = learn(models.map(({ fields }) => String(fields.body)))
  const newest = Math.min(...models.map(({ fields }) => Number(fields.publishedAt)))
  for (let index = 0; index < count; index++) {
    const random = randomFrom(index + 1)
    const { fields } = models[index % models.length]!
    const paragraphs = Array.from({ length: 7 + Math.floor(random() * 9) }, () =>
      Array.from({ length: 3 + Math.floor(random() * 4) }, () => sentence(chain, random)).join(' '),
    )
    const title = sentence(chain, random)
      .split(' ')
      .slice(0, 9)
      .join(' ')
      .replace(/[.,;:]$/, '')
    yield {
      path: `articles/synthetic-${String(index + 1).padStart(6, '0')}`,
      fields: {
        ...fields,
        title: `${title} (${index + 1})`,
        dek: sentence(chain, random).slice(0, 300),
        body: [paragraphs[0], '<!-- more -->', ...paragraphs.slice(1)].join('\n\n'),
        editorsPick: false,
        corrections: [],
        // Older than all real ones, an hour apart.
        publishedAt: new Date(newest - (index + 1) * 60 * 60 * 1000),
      },
    }
  }
}

export function syntheticArticles(
  count: number,
  documents: readonly SampleDocument[],
): SampleDocument[] {
  return [...syntheticArticleStream(count, documents)]
}
