/**
 * PayPal's own word on what may be sent to it and what it answers, where it is found: its OpenAPI
 * files, beside the project or where PAYPAL_OPENAPI says.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Ajv, type ValidateFunction } from 'ajv'
import type { Exchange } from './server.ts'

type Content = { readonly content?: Readonly<Record<string, { readonly schema?: unknown }>> }
type Operation = {
  readonly requestBody?: Content | { readonly $ref: string }
  readonly responses: Readonly<Record<string, Content>>
}
type Description = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly requestBodies?: Readonly<Record<string, Content>> }
}

const folder = process.env.PAYPAL_OPENAPI ?? resolve('../shared/paypal')

/** Null where there are none. */
export function findDescriptions(): readonly Description[] | null {
  if (!existsSync(folder)) return null
  const files = readdirSync(folder).filter((file) => /_v\d+\.json$/.test(file))
  return files.length > 0
    ? files.map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')))
    : null
}

const pattern = (path: string) => new RegExp(`^${path.replaceAll(/\{[^}]+\}/g, '[^/]+')}$`)

/** What an exchange does that PayPal does not describe; null where nothing is said of such a call. */
export function createJudge(descriptions: readonly Description[]) {
  const compiled = new Map<unknown, ValidateFunction>()
  const ajvs = descriptions.map((description, index) => {
    // Keywords of OpenAPI and formats of PayPal's own are not for a validator of JSON.
    const ajv = new Ajv({
      strict: false,
      validateFormats: false,
      allErrors: true,
      unicodeRegExp: false,
    })
    ajv.addSchema(description as object, `paypal-${index}`)
    return ajv
  })

  /** References in a description are to the description. */
  function rooted(schema: unknown, index: number): unknown {
    return JSON.parse(JSON.stringify(schema).replaceAll('"#/', `"paypal-${index}#/`))
  }

  function problems(schema: unknown, value: unknown, index: number): readonly string[] {
    let validate = compiled.get(schema)
    if (!validate) {
      validate = ajvs[index]!.compile(rooted(schema, index) as object)
      compiled.set(schema, validate)
    }
    if (validate(value)) return []
    return (validate.errors ?? []).map((error) => `${error.instancePath} ${error.message}`)
  }

  return ({ method, path, request, status, answer }: Exchange): readonly string[] | null => {
    for (const [index, { paths, components }] of descriptions.entries()) {
      const found = Object.entries(paths).find(([described]) => pattern(described).test(path))
      const operation = found?.[1][method.toLowerCase()]
      if (!operation) continue
      const response = operation.responses[status]
      if (!response) return [`answers ${status}, which is not described`]
      const body = operation.requestBody
      const content =
        body && '$ref' in body ? components.requestBodies?.[body.$ref.split('/').at(-1)!] : body
      const sent = content?.content?.['application/json']?.schema
      const said = response.content?.['application/json']?.schema
      return [
        ...(sent && request !== undefined
          ? problems(sent, request, index).map((problem) => `sent: ${problem}`)
          : []),
        ...(said
          ? problems(said, answer, index).map((problem) => `answered: ${problem}`)
          : answer === undefined
            ? []
            : ['answers something where nothing is described']),
      ]
    }
    return null
  }
}
