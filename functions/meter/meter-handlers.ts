import { type Handle, refuse } from '../http/handler.ts'

export const getWall: Handle<'GET /api/articles/:slug/wall'> = () => refuse('unavailable')

export const unlockArticle: Handle<'POST /api/articles/:slug/unlock'> = () => refuse('unavailable')
