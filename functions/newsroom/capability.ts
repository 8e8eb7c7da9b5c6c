import type { Capability } from '../capability.ts'
import { createDeskPageHandler } from '../desk/desk-pages.ts'
import { limitPageRequests } from '../pages/rendered-pages.ts'
import { loadNewStoryPage } from './new-story-page.ts'
import { loadStoriesPage } from './stories-page.ts'
import { loadTodayPage } from './today-page.ts'

const limit = limitPageRequests('desk')

export const newsroom = {
  pages: {
    'GET /desk': [limit, createDeskPageHandler('ownAccess', loadTodayPage)],
    'GET /desk/stories': [limit, createDeskPageHandler('drafts', loadStoriesPage)],
    'GET /desk/new': [limit, createDeskPageHandler('drafts', loadNewStoryPage)],
  },
} satisfies Capability
