import { api } from '../../src/contracts/endpoints/endpoints.ts'
import { fail, succeed } from '../../src/domain/result.ts'
import type { LoadDeskPage } from '../desk/desk-pages.ts'
import { isEditor } from '../documents/change-document.ts'
import { Reply } from '../identity/handler.ts'
import { listPictures } from './list-pictures.ts'
import { getPicture } from './picture-handlers.ts'

const readBody = <Body>(value: Body | Reply<Body>): Body =>
  value instanceof Reply ? value.body : value

export const loadPicturesPage: LoadDeskPage = async (deps, _, staff) => {
  const parameters = new URL(deps.request.url).searchParams
  const { shape } = api['GET /api/desk/pictures'].query
  // Invalid parameters, such as an empty form field, are left out.
  const valid = Object.entries(shape).flatMap(([name, schema]) => {
    const value = parameters.get(name)?.trim()
    return value && schema.safeParse(value).success ? [[name, value]] : []
  })
  const query = api['GET /api/desk/pictures'].query.parse(Object.fromEntries(valid))
  const listed = await listPictures(query, staff, deps)
  return succeed({
    path: '/desk/pictures',
    query,
    list: listed.ok ? readBody(listed.value) : null,
  })
}

export const loadPicturePage: LoadDeskPage = async (deps, { id = '' }, staff) => {
  const { params, query } = api['GET /api/desk/pictures/:id']
  const address = params.safeParse({ id })
  if (!address.success) return fail({ kind: 'notFound' })
  const after = new URL(deps.request.url).searchParams.get('after') ?? undefined
  const page: { readonly after?: number | undefined } = query.safeParse({ after }).data ?? {}
  const found = await getPicture({ ...address.data, ...page }, staff, deps)
  if (found.ok)
    return succeed({
      path: '/desk/picture',
      at: deps.now(),
      picture: readBody(found.value),
      isLaterPage: (page.after ?? 0) > 0,
      publishes: isEditor(staff),
    })
  return fail(
    found.failure.code === 'not_found'
      ? { kind: 'notFound' }
      : { kind: 'unavailable', reason: found.failure.code },
  )
}
