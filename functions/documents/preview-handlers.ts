/** Drafts behind signed links. An invalid link and a missing draft get the same response. */
import { allowOwnFrames } from '../../src/contracts/pages/security-headers.ts'
import {
  type DraftPreview,
  signDraftPreview,
  tokenParameter,
  verifyDraftPreview,
  verifyPreview,
} from '../../src/contracts/signing/desk-signature.ts'
import { day } from '../../src/domain/duration.ts'
import { fail, type Result, succeed } from '../../src/domain/result.ts'
import { slugPattern } from '../../src/domain/slug.ts'
import { pickKeptFields } from '../../src/domain/text-fields.ts'
import { gzip, respondWithGzippedHtml } from '../articles/gzipped-html.ts'
import { type LoadedArticle, loadStory, renderArticle } from '../articles/load-article.ts'
import { renderStoryPage } from '../articles/render-story-page.ts'
import type { EdgeContext } from '../identity/edge-context.ts'
import { type Handle, refuse } from '../identity/handler.ts'
import { signDraftFiles } from '../images/preview-files.ts'
import { renderErrorPage, renderUnavailablePage } from '../pages/rendered-pages.ts'
import type { StoredDocument } from '../platform/adapters/firestore.ts'
import type { Fields } from '../platform/adapters/firestore-values.ts'
import { keepSecret } from '../platform/http/keep-secret.ts'
import type { DocumentsDeps } from './documents-deps.ts'
import { changeDraft } from './draft-handlers.ts'
import { getState } from './get-document.ts'
import {
  getDocumentPath,
  type LoadedDocument,
  loadDocument,
  type StoredDraft,
  toDocumentText,
} from './load-document.ts'

/** Days for which a link shows a draft. */
const linkDays = 7

type PreviewLink = {
  readonly slug: string
  readonly token: string
  readonly until: Date
  /** Null for a link of the command line, which shows what is stored. */
  readonly draft: DraftPreview | null
}

async function verifyLink(
  { deskKeys, now, request }: DocumentsDeps,
  slug: string,
): Promise<PreviewLink | null> {
  if (!slugPattern.test(slug)) return null
  const token = new URL(request.url).searchParams.get(tokenParameter)
  if (token === null) return null
  const keys = await deskKeys
  const draft = await verifyDraftPreview(token, keys, now())
  if (draft) {
    const isForSlug = draft.path === getDocumentPath({ collection: 'articles', slug })
    return isForSlug ? { slug, token, until: draft.until, draft } : null
  }
  const until = await verifyPreview(slug, token, keys, now())
  return until && { slug, token, until, draft: null }
}

/** Null for a draft that is unfinished, and for a story that was withdrawn: a link may be in any hands. */
async function loadLinked(
  deps: DocumentsDeps,
  { slug, draft: linked }: PreviewLink,
): Promise<Result<LoadedArticle | null, 'unavailable'>> {
  const found = await loadDocument(deps.firestore, { collection: 'articles', slug })
  if (!found.ok) {
    deps.log('preview_not_read', { slug, kind: found.failure.kind })
    return fail('unavailable')
  }
  const fields = chooseFields(found.value, linked)
  return succeed(fields && (await renderArticle(deps, slug, fields)))
}

function chooseFields(
  { stored, draft, olderDraft }: LoadedDocument,
  linked: DraftPreview | null,
): Fields | null {
  const existing = draft && !draft.deletedAt ? draft : null
  // A withdrawal ends the draft's links, so this one was made after it.
  if (linked)
    return existing && existing.preview === linked.id ? createArticle(existing, stored) : null
  if (stored && getState(stored) === 'withdrawn') return null
  const shown = stored ?? olderDraft
  if (shown) return shown.fields
  return existing && createArticle(existing, null)
}

const createArticle = (draft: StoredDraft, stored: StoredDocument | null): Fields => ({
  ...(stored ? pickKeptFields(draft.collection, stored.fields) : draft.kept),
  ...toDocumentText(draft.collection, draft.fields),
  body: draft.body,
  status: 'draft',
  updatedAt: draft.savedAt,
})

/** GET /preview/{slug}. Costs two reads, and one for each author and tag. */
export async function getPreviewPage(context: EdgeContext<DocumentsDeps>): Promise<Response> {
  const { deps } = context.var
  const missing = () => renderErrorPage(deps, { kind: 'draft' })
  const link = await verifyLink(deps, context.req.param('slug') ?? '')
  if (!link) return keepSecret(await missing())
  const { slug, token, until } = link
  const loaded = await loadLinked(deps, link)
  if (!loaded.ok) return keepSecret(await renderUnavailablePage(deps))
  if (!loaded.value) return keepSecret(await missing())
  const { status } = loaded.value.article
  const story = await loadStory(deps, slug, loaded.value, { status, until, token })
  if (!story.ok) return keepSecret(await renderUnavailablePage(deps))
  const page = await renderStoryPage(deps, story.value)
  allowOwnFrames(page.headers)
  return keepSecret(page)
}

/** Costs two reads. */
export const getPreviewBody: Handle<'GET /api/preview/:slug/body', DocumentsDeps> = async (
  { slug },
  _,
  deps,
) => {
  const link = await verifyLink(deps, slug)
  if (!link) return refuse('not_found')
  const loaded = await loadLinked(deps, link)
  if (!loaded.ok) return refuse('unavailable')
  if (!loaded.value || loaded.value.article.access === 'public') return refuse('not_found')
  const rest = await signDraftFiles(loaded.value.body.rest, link, await deps.deskKeys)
  return succeed(keepSecret(respondWithGzippedHtml(await gzip(rest), deps.request)))
}

export const createPreview: Handle<
  'POST /api/desk/documents/:collection/:slug/preview',
  DocumentsDeps
> = async (ref, staff, deps) => {
  if (ref.collection !== 'articles')
    return refuse('not_possible', 'Only stories have a preview, so far.')
  const created = await changeDraft(deps, ref, staff, (draft) => {
    if (draft.deletedAt) return 'outdated'
    const id = draft.preview ?? crypto.randomUUID()
    if (draft.preview) return { change: null, answer: id }
    const act = { kind: 'previewCreated', before: null, after: null } as const
    return { change: { draft: { ...draft, preview: id }, act }, answer: id }
  })
  if (!created.ok) return created
  const expiresAt = new Date(deps.now().getTime() + linkDays * day)
  const linked = { path: getDocumentPath(ref), id: created.value }
  const token = await signDraftPreview(linked, expiresAt, await deps.deskKeys)
  return succeed({
    path: `/preview/${ref.slug}?${new URLSearchParams({ [tokenParameter]: token })}`,
    expiresAt: expiresAt.toISOString(),
  })
}

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
