import type { Capability } from '../capability.ts'
import { refuseFile } from '../platform/http/error-response.ts'
import { getArticleBody } from './article-body-handler.ts'
import { listSealedBodies, removeUnusedBodies, storeSealedBodies } from './store-sealed-bodies.ts'

export const articles = {
  routes: {
    'GET /api/articles/:slug/body': getArticleBody,
    'GET /api/sealed-bodies': listSealedBodies,
    'PUT /api/sealed-bodies': storeSealedBodies,
    'POST /api/sealed-bodies/unused': removeUnusedBodies,
  },
  pages: {
    'ALL /sealed/*': [refuseFile],
    'ALL /moved/*': [refuseFile],
    'ALL /older-stories/*': [refuseFile],
  },
} satisfies Capability
