/** Calls the deployed site as anybody can. */
import { apiErrorSchema } from '../../../../src/contracts/endpoints/api-error.ts'
import { type Service, ServiceError } from '../run/service.ts'
import type { SetupContext } from '../run/step.ts'

export const connectSite = (context: SetupContext): Service =>
  context.connect('site', {
    url: context.settings.require('SITE_URL'),
    describeFailure: (body) => apiErrorSchema.safeParse(body).data?.error ?? null,
    authorize(request) {
      request.headers.set('Origin', context.settings.require('SITE_URL'))
      return request
    },
  })

/** Returns the status of a GET request. */
export async function findStatus(site: Service, path: string): Promise<number> {
  try {
    return (await site.read(path)) === null ? 404 : 200
  } catch (error) {
    if (error instanceof ServiceError && error.status !== 0) return error.status
    throw error
  }
}
