import type { Capability } from '../capability.ts'
import { getOwnProfile, recommendStory, saveOwnProfile, stopRecommending } from './own-profile.ts'
import { personalData } from './personal-data.ts'
import { getProfilePage } from './profile-page.ts'
import { createProfilePageCache } from './profile-page-cache.ts'
import { createProfileReportsJob } from './profile-reports-job.ts'
import { reportProfile } from './report-profile.ts'
import type { ReportsDeps } from './summarize-reports.ts'

export const profile = {
  routes: {
    'GET /api/profile': getOwnProfile,
    'PUT /api/profile': saveOwnProfile,
    'PUT /api/profile/recommendations/:slug': recommendStory,
    'DELETE /api/profile/recommendations/:slug': stopRecommending,
    'POST /api/profiles/:handle/report': reportProfile,
  },
  pages: { 'GET /reader/:handle': [getProfilePage] },
  services: ({ now }: Pick<ReportsDeps, 'now'>) => ({
    profilePages: createProfilePageCache(() => now().getTime()),
  }),
  jobs: (deps: ReportsDeps) => [createProfileReportsJob(deps)],
  personalData,
  /** Addresses of hidden pages whose readers have deleted their accounts. Removed after twelve months. */
  retention: [{ collection: 'readerHandles', field: 'expiresAt' }],
} satisfies Capability
