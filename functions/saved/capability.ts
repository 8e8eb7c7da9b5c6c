import type { Capability } from '../capability.ts'
import { findDocument } from '../identity/personal-data.ts'
import { listSaved, removeSavedArticle, saveArticle } from './saved-handlers.ts'
import { savedListPath } from './saved-list-records.ts'

export const saved = {
  routes: {
    'GET /api/saved': listSaved,
    'PUT /api/saved/:slug': saveArticle,
    'DELETE /api/saved/:slug': removeSavedArticle,
  },
  personalData: [{ name: 'savedArticles', find: findDocument(savedListPath) }],
} satisfies Capability
