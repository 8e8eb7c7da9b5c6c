import type { Capability } from '../capability.ts'
import { limitPageRequests } from '../pages/rendered-pages.ts'
import { createArticlesJob } from '../publishing/scheduled-articles.ts'
import { draftData } from './draft-data.ts'
import { deleteDraft, restoreDraft, submitDraft, takeOverDraft } from './draft-handlers.ts'
import { duplicateDocument } from './duplicate-document.ts'
import { unpublishDocument, withdrawDocument } from './end-publication.ts'
import { changeFrontPage, getFrontPage } from './front-page-handlers.ts'
import { getDocument } from './get-document.ts'
import { listDocuments } from './list-documents.ts'
import {
  createPreview,
  getPreviewBody,
  getPreviewPage,
  revokePreviews,
} from './preview-handlers.ts'
import { publishDraft } from './publish-draft.ts'
import { addCorrection, renameDocument } from './published-handlers.ts'
import { getRevision, getRevisions } from './revision-handlers.ts'
import { saveDraft } from './save-draft.ts'
import { publishScheduledDrafts } from './scheduled-drafts.ts'

type JobDeps = Parameters<typeof createArticlesJob>[0] &
  Parameters<typeof publishScheduledDrafts>[0]

export const documents = {
  routes: {
    'GET /api/desk/documents': listDocuments,
    'GET /api/desk/documents/:collection/:slug': getDocument,
    'PUT /api/desk/documents/:collection/:slug/draft': saveDraft,
    'DELETE /api/desk/documents/:collection/:slug/draft': deleteDraft,
    'POST /api/desk/documents/:collection/:slug/draft/restore': restoreDraft,
    'POST /api/desk/documents/:collection/:slug/submit': submitDraft,
    'POST /api/desk/documents/:collection/:slug/take-over': takeOverDraft,
    'POST /api/desk/documents/:collection/:slug/publish': publishDraft,
    'POST /api/desk/documents/:collection/:slug/withdraw': withdrawDocument,
    'POST /api/desk/documents/:collection/:slug/unpublish': unpublishDocument,
    'POST /api/desk/documents/:collection/:slug/duplicate': duplicateDocument,
    'POST /api/desk/documents/:collection/:slug/rename': renameDocument,
    'POST /api/desk/documents/:collection/:slug/corrections': addCorrection,
    'GET /api/desk/documents/:collection/:slug/revisions': getRevisions,
    'GET /api/desk/documents/:collection/:slug/revisions/:id': getRevision,
    'POST /api/desk/documents/:collection/:slug/preview': createPreview,
    'DELETE /api/desk/documents/:collection/:slug/preview': revokePreviews,
    'GET /api/desk/front': getFrontPage,
    'PUT /api/desk/front': changeFrontPage,
    'GET /api/preview/:slug/body': getPreviewBody,
  },
  pages: { 'GET /preview/:slug': [limitPageRequests('preview'), getPreviewPage] },
  jobs: (deps: JobDeps) => [createArticlesJob(deps, (run) => publishScheduledDrafts(deps, run))],
  personalData: [draftData],
  retention: [{ collection: 'drafts', field: 'expiresAt' }],
} satisfies Capability
