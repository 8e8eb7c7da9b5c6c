/** What only the stored publication can tell of documents that are about to be written. Reads only. */
import type { StoredDocument, Write } from '../../functions/adapters/firestore.ts'
import { firestoreStop } from './ending.ts'
import type { Desk } from './environment.ts'
import { figuresOf } from './figures.ts'
import { inParallel } from './in-parallel.ts'
import { closedPictures, namedPictures } from './manuscript-pictures.ts'
import type { Ready } from './prepare.ts'
import type { Problem } from './problem.ts'
import { buildRedirectWrite } from './redirect-write.ts'
import type { Place } from './revision.ts'
import { addressOf } from './site.ts'

const readsAtOnce = 24

/** Throws where Firestore cannot be asked. */
export async function readStored(desk: Desk, path: string): Promise<StoredDocument | null> {
  const answer = await desk.firestore.get(path)
  if (answer.ok) return answer.value
  throw firestoreStop(`reading ${path}`, answer.failure)
}

export function readAllStored(desk: Desk, places: readonly Place[]) {
  return inParallel(places, readsAtOnce, ({ collection, slug }) =>
    readStored(desk, `${collection}/${slug}`),
  )
}

/** Authors that nobody has described, and addresses that are taken: either stops every build. */
export async function checkSurroundings(
  desk: Desk,
  ready: readonly Ready[],
  stored: readonly (StoredDocument | null)[],
): Promise<Problem[]> {
  const brought = new Set(
    ready.map(({ manuscript }) => `${manuscript.collection}/${manuscript.slug}`),
  )
  const wanted = new Set<string>()
  for (const { fields } of ready) {
    for (const author of authorsOf(fields)) wanted.add(`authors/${author}`)
  }
  for (const { manuscript } of ready) wanted.add(rivalOf(manuscript) ?? 'front/home')
  const paths = [...wanted].filter((path) => !brought.has(path))
  const documents = await inParallel(paths, readsAtOnce, (path) => readStored(desk, path))
  const exists = new Set(brought)
  for (const [index, path] of paths.entries()) if (documents[index]) exists.add(path)

  return ready.flatMap((one, index) => {
    const { manuscript, fields } = one
    const missing = authorsOf(fields).flatMap((author, position) =>
      exists.has(`authors/${author}`)
        ? []
        : [manuscript.problem(['authors', position], `there is no author "${author}"`)],
    )
    const rival = rivalOf(manuscript)
    const taken =
      rival && exists.has(rival)
        ? [manuscript.problem([], `${rival} has the address ${addressOf(manuscript)} already`)]
        : []
    return [...missing, ...taken, ...nowOpen(one, stored[index] ?? null)]
  })
}

function authorsOf(fields: Ready['fields']): readonly string[] {
  return Array.isArray(fields.authors) ? fields.authors : []
}

/** Articles and pages share their addresses. */
export function rivalOf({ collection, slug }: Place): string | null {
  if (collection === 'articles') return `pages/${slug}`
  return collection === 'pages' ? `articles/${slug}` : null
}

/** A picture that is stored as closed opens only when it is stored again, which takes its file. */
function nowOpen({ manuscript, fields, pictures, closed }: Ready, stored: StoredDocument | null) {
  if (!stored) return []
  const wasClosed = closedPictures(manuscript.collection, stored.fields)
  const brought = new Set(pictures.map(({ id }) => id))
  return [...namedPictures(fields)]
    .filter((id) => wasClosed.has(id) && !closed.has(id) && !brought.has(id))
    .map((id) => {
      const figure = figuresOf(manuscript.body).find(({ attributes }) => attributes.image === id)
      const message =
        `the picture ${id} is stored for subscribers alone, and would now be shown to everybody: ` +
        'name its file (src="…") instead of image="…", so that it is stored anew'
      return manuscript.problem(['body'], message, figure?.line)
    })
}

/**
 * Ends the redirect from an address that is about to be a document's own again. Null where there is
 * none that leads anywhere.
 */
export async function endRedirectFrom(desk: Desk, address: string): Promise<Write | null> {
  const ending = await buildRedirectWrite(address, null)
  const stored = await readStored(desk, ending.set)
  if (!stored || stored.fields.to === null) return null
  return { ...ending, ifUpdatedAt: stored.updateTime }
}
