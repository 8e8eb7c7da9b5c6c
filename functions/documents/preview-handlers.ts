/** Drafts behind signed links. An invalid link and a missing draft get the same response. */
import { allowOwnFrames } from '../../src/contracts/pages/security-headers.ts'
import {
  type DraftPreview,
  signDraftPreview,
  signPreviewPath,
  tokenParameter,
  verifyDraftPreview,
  verifyPreview,
} from '../../src/contracts/signing/desk-signature.ts'
import { isDraftKey } from '../../src/domain/draft.ts'
import { day } from '../../src/domain/duration.ts'
import { manuscriptCollections } from '../../src/domain/publication.ts'
import { fail, type Result, succeed } from '../../src/domain/result.ts'
import { slugPattern } from '../../src/domain/slug.ts'
import { pickKeptFields } from '../../src/domain/text-fields.ts'
import { gzip, respondWithGzippedHtml } from '../articles/gzipped-html.ts'
import { loadStory, renderArticle } from '../articles/load-article.ts'
import { renderStoryPage } from '../articles/render-story-page.ts'
import type { Staff } from '../identity/caller.ts'
import type { EdgeContext } from '../identity/edge-context.ts'
import { type Handle, refuse } from '../identity/handler.ts'
import { signDraftFiles } from '../images/preview-files.ts'
import { tryStorage } from '../images/try-storage.ts'
import { renderErrorPage, renderUnavailablePage } from '../pages/rendered-pages.ts'
import type { StoredDocument } from '../platform/adapters/firestore.ts'
import type { Fields } from '../platform/adapters/firestore-values.ts'
import { keepSecret } from '../platform/http/keep-secret.ts'
import { isEditor } from './change-document.ts'
import type { DocumentsDeps } from './documents-deps.ts'
import { changeDraft } from './draft-handlers.ts'
import { getState } from './get-document.ts'
import {
  type EditedRef,
  getDocumentPath,
  type LoadedDocument,
  loadDocument,
  type StoredDraft,
  toDocumentText,
} from './load-document.ts'
import { loadArchive, renderDraft } from './render-draft.ts'

/** Days for which a link is valid. */
const linkDays = 7

type PreviewLink = {
  readonly ref: EditedRef
  readonly token: string
  readonly until: Date
  /** Null for a link created on the command line, which shows the stored story. */
  readonly draft: DraftPreview | null
}

/** A draft's token names its collection; the address only has the slug. */
function parsePath({ path }: DraftPreview): EditedRef | null {
  const [name, slug = ''] = path.split('/')
  const collection = manuscriptCollections.find((one) => one === name)
  return collection && isDraftKey(collection, slug) ? { collection, slug } : null
}

async function verifyLink(
  { deskKeys, now, request }: DocumentsDeps,
  slug: string,
): Promise<PreviewLink | null> {
  const token = new URL(request.url).searchParams.get(tokenParameter)
  if (token === null) return null
  const keys = await deskKeys
  const draft = await verifyDraftPreview(token, keys, now())
  if (draft) {
    const ref = parsePath(draft)
    return ref?.slug === slug ? { ref, token, until: draft.until, draft } : null
  }
  if (!slugPattern.test(slug)) return null
  const until = await verifyPreview(slug, token, keys, now())
  return until && { ref: { collection: 'articles', slug }, token, until, draft: null }
}

/** Null if the link shows nothing: anyone may have it. */
async function loadLinked(
  deps: DocumentsDeps,
  { ref, draft: linked }: PreviewLink,
): Promise<Result<Fields | null, 'unavailable'>> {
  const found = await loadDocument(deps.firestore, ref)
  if (found.ok) return succeed(chooseFields(found.value, linked))
  deps.log('preview_not_read', { path: getDocumentPath(ref), kind: found.failure.kind })
  return fail('unavailable')
}

function chooseFields(
  { stored, draft, olderDraft }: LoadedDocument,
  linked: DraftPreview | null,
): Fields | null {
  // A withdrawal ends the draft's links, so this link was created later.
  if (linked)
    return draft && !draft.deletedAt && draft.preview === linked.id
      ? createFields(draft, stored)
      : null
  if (stored && getState(stored) === 'withdrawn') return null
  // A later draft at the address has its own links, which can be revoked.
  return (stored ?? olderDraft)?.fields ?? null
}

const createFields = (draft: StoredDraft, stored: StoredDocument | null): Fields => ({
  ...(stored ? pickKeptFields(draft.collection, stored.fields) : draft.kept),
  ...toDocumentText(draft.collection, draft.fields),
  body: draft.body,
  status: 'draft',
  updatedAt: draft.savedAt,
})

type Page = Result<Response | null, 'unavailable'>

/** Null for an unfinished draft. */
async function renderPreview(
  deps: DocumentsDeps,
  { ref, until, token }: PreviewLink,
  fields: Fields,
): Promise<Page> {
  const { collection, slug } = ref
  if (collection === 'articles') {
    const article = await renderArticle(deps, slug, fields)
    if (!article) return succeed(null)
    const { status } = article.article
    const story = await loadStory(deps, slug, article, { status, until, token })
    if (!story.ok) return story
    const { searchParams } = new URL(deps.request.url)
    if (searchParams.get('view') !== 'elsewhere')
      return succeed(await renderStoryPage(deps, story.value))
    return succeed(await deps.renderPage({ elsewhere: story.value }, deps.env, deps.execution))
  }
  const document = await renderDraft(deps, { collection, slug }, fields)
  if (!document.ok) return document
  if (!document.value) return succeed(null)
  const draft = {
    document: document.value,
    preview: { status: 'draft', until, token } as const,
    archive: await loadArchive(deps, { collection, slug }),
  }
  return succeed(await deps.renderPage({ draft }, deps.env, deps.execution))
}

/**
 * GET /preview/{slug}. Costs two reads, plus one per author and tag. An issue costs as much for each of its stories.
 */
export async function getPreviewPage(context: EdgeContext<DocumentsDeps>): Promise<Response> {
  const { deps } = context.var
  const missing = () => renderErrorPage(deps, { kind: 'draft' })
  const link = await verifyLink(deps, context.req.param('slug') ?? '')
  if (!link) return keepSecret(await missing())
  const fields = await loadLinked(deps, link)
  const page = fields.ok && fields.value ? await renderPreview(deps, link, fields.value) : fields
  if (!page.ok) return keepSecret(await renderUnavailablePage(deps))
  if (!(page.value instanceof Response)) return keepSecret(await missing())
  const shown = await openPictures(deps, link, page.value)
  allowOwnFrames(shown.headers)
  return keepSecret(shown)
}

/** Signs the addresses of pictures that are closed until publication. Costs one bucket call per picture. */
async function openPictures(
  { deskKeys, env, log }: DocumentsDeps,
  { ref, until }: PreviewLink,
  page: Response,
): Promise<Response> {
  async function isClosed(id: string): Promise<boolean> {
    const found = await tryStorage({ log }, id, () => env.MEDIA.head(id))
    return found.ok && found.value?.customMetadata?.closed === '1'
  }
  const draft = { slug: ref.slug, until }
  const html = await signDraftFiles(await page.text(), draft, await deskKeys, isClosed)
  return new Response(html, page)
}

/** The HTML of the closed part; null if there is none. */
async function renderClosedPart(
  deps: DocumentsDeps,
  { collection, slug }: EditedRef,
  fields: Fields,
): Promise<string | null> {
  if (collection === 'issues') {
    const { renderIssueBody } = await import('../../src/content/markdown.ts')
    return renderIssueBody(String(fields.body)).rest || null
  }
  const story = collection === 'articles' ? await renderArticle(deps, slug, fields) : null
  return !story || story.article.access === 'public' ? null : story.body.rest
}

/** Costs two reads. */
export const getPreviewBody: Handle<'GET /api/preview/:slug/body', DocumentsDeps> = async (
  { slug },
  _,
  deps,
) => {
  const link = await verifyLink(deps, slug)
  if (!link) return refuse('not_found')
  const fields = await loadLinked(deps, link)
  if (!fields.ok) return refuse('unavailable')
  const closed = fields.value && (await renderClosedPart(deps, link.ref, fields.value))
  if (closed === null) return refuse('not_found')
  // A day is enough, because opening the page signs the files again; the link can be revoked in the meantime.
  const until = new Date(Math.min(link.until.getTime(), deps.now().getTime() + day))
  const rest = await signDraftFiles(closed, { slug, until }, await deps.deskKeys)
  return succeed(keepSecret(respondWithGzippedHtml(await gzip(rest), deps.request)))
}

export const createPreview: Handle<
  'POST /api/desk/documents/:collection/:slug/preview',
  DocumentsDeps
> = async (ref, staff, deps) => {
  const expiresAt = new Date(deps.now().getTime() + linkDays * day)
  const createLink = (path: string) => succeed({ path, expiresAt: expiresAt.toISOString() })
  if (ref.collection === 'articles') {
    const found = await loadDocument(deps.firestore, ref)
    if (found.ok && isShownWithoutDraft(found.value, staff))
      return createLink(await signPreviewPath(ref.slug, expiresAt, await deps.deskKeys))
  }
  const created = await changeDraft(deps, ref, staff, (draft) => {
    if (draft.deletedAt) return 'outdated'
    const id = draft.preview ?? crypto.randomUUID()
    if (draft.preview) return { change: null, answer: id }
    const act = { kind: 'previewCreated', before: null, after: null } as const
    return { change: { draft: { ...draft, preview: id }, act }, answer: id }
  })
  if (!created.ok) return created
  const linked = { path: getDocumentPath(ref), id: created.value }
  const token = await signDraftPreview(linked, expiresAt, await deps.deskKeys)
  const query = new URLSearchParams({ [tokenParameter]: token })
  return createLink(`/preview/${ref.slug}?${query}`)
}

/** Whether an editor sees the stored story, scheduled or published, rather than a draft. */
const isShownWithoutDraft = ({ stored, draft }: LoadedDocument, staff: Staff) =>
  stored !== null &&
  isEditor(staff) &&
  getState(stored) !== 'withdrawn' &&
  (draft === null || draft.deletedAt !== null)

export const revokePreviews: Handle<'DELETE /api/desk/documents/:collection/:slug/preview'> = (
  ref,
  staff,
  deps,
) =>
  changeDraft(deps, ref, staff, (draft) => {
    if (!draft.preview) return { change: null, answer: undefined }
    const act = { kind: 'previewRevoked', before: null, after: null } as const
    return { change: { draft: { ...draft, preview: null }, act }, answer: undefined }
  })
