import type { Capability } from '../capability.ts'
import { findByUid } from '../identity/personal-data.ts'
import { countRatings } from './count-ratings.ts'
import { getOwnRating, rateArticle } from './rating-handlers.ts'

export const ratings = {
  routes: {
    'GET /api/ratings/:slug': getOwnRating,
    'PUT /api/ratings/:slug': rateArticle,
    'GET /api/desk/ratings': countRatings,
  },
  personalData: [{ name: 'ratings', find: findByUid('ratings') }],
} satisfies Capability
