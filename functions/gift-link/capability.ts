import type { Capability } from '../capability.ts'
import { findByUid, findDocument } from '../identity/personal-data.ts'
import { limitPageRequests } from '../pages/rendered-pages.ts'
import { followGiftLink } from './follow-gift-link.ts'
import { givenArticlesPath } from './gift-link-record.ts'
import { listOpenedLinks } from './list-opened-links.ts'
import { createGiftLink, listGiftLinks, revokeOwnGiftLink } from './own-gift-links.ts'

const follow = [limitPageRequests('gift-link'), followGiftLink]

export const giftLink = {
  routes: {
    'GET /api/gift-links': listGiftLinks,
    'POST /api/gift-links': createGiftLink,
    'DELETE /api/gift-links/:code': revokeOwnGiftLink,
    'GET /api/desk/gift-links': listOpenedLinks,
  },
  // Some programs append a slash to links.
  pages: { 'GET /g/:code': follow, 'GET /g/:code/': follow },
  personalData: [
    { name: 'givenArticles', find: findDocument(givenArticlesPath) },
    { name: 'giftLinks', find: findByUid('giftLinks') },
  ],
} satisfies Capability
