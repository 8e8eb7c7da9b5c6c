/** Compares exchanges with PayPal's OpenAPI files, in the folder that PAYPAL_OPENAPI names. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv, type ValidateFunction } from 'ajv'
import { devEnvironment } from '../../dev-environment.ts'
import type { RecordedExchange } from './fake-paypal.ts'

type Content = { readonly content?: Readonly<Record<string, { readonly schema?: unknown }>> }
type Operation = {
  readonly requestBody?: Content | { readonly $ref: string }
  readonly responses: Readonly<Record<string, Content>>
}
type OpenApiDocument = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly requestBodies?: Readonly<Record<string, Content>> }
}

/** Returns null, and prints a line, if the files are missing. */
export function loadOpenApiDocuments(): readonly OpenApiDocument[] | null {
  const folder = devEnvironment.PAYPAL_OPENAPI
  const files =
    folder && existsSync(folder)
      ? readdirSync(folder).filter((file) => /_v\d+\.json$/.test(file))
      : []
  if (folder && files.length > 0)
    return files.map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')))
  console.log('SKIPPED: set PAYPAL_OPENAPI to the folder of PayPal’s OpenAPI files.')
  return null
}

const toPathPattern = (path: string) => new RegExp(`^${path.replaceAll(/\{[^}]+\}/g, '[^/]+')}$`)

/** Returns an exchange's problems; null if PayPal doesn't describe such a call. */
export function createExchangeValidator(documents: readonly OpenApiDocument[]) {
  const compiled = new Map<unknown, ValidateFunction>()
  const ajvs = documents.map((openApiDocument, index) => {
    // JSON Schema has neither OpenAPI's keywords nor PayPal's formats.
    const ajv = new Ajv({
      strict: false,
      validateFormats: false,
      allErrors: true,
      unicodeRegExp: false,
    })
    ajv.addSchema(openApiDocument as object, `paypal-${index}`)
    return ajv
  })

  /** References are relative to their document. */
  function resolveReferences(schema: unknown, index: number): unknown {
    return JSON.parse(JSON.stringify(schema).replaceAll('"#/', `"paypal-${index}#/`))
  }

  function findProblems(schema: unknown, value: unknown, index: number): readonly string[] {
    let validate = compiled.get(schema)
    if (!validate) {
      validate = ajvs[index]!.compile(resolveReferences(schema, index) as object)
      compiled.set(schema, validate)
    }
    if (validate(value)) return []
    return (validate.errors ?? []).map((error) => `${error.instancePath} ${error.message}`)
  }

  return ({
    method,
    path,
    request,
    status,
    response: responseBody,
  }: RecordedExchange): readonly string[] | null => {
    for (const [index, { paths, components }] of documents.entries()) {
      const found = Object.entries(paths).find(([described]) => toPathPattern(described).test(path))
      const operation = found?.[1][method.toLowerCase()]
      if (!operation) continue
      const response = operation.responses[status]
      if (!response) return [`answers ${status}, which is not described`]
      const body = operation.requestBody
      const content =
        body && '$ref' in body ? components.requestBodies?.[body.$ref.split('/').at(-1)!] : body
      const requestSchema = content?.content?.['application/json']?.schema
      const responseSchema = response.content?.['application/json']?.schema
      return [
        ...(requestSchema && request !== undefined
          ? findProblems(requestSchema, request, index).map((problem) => `request: ${problem}`)
          : []),
        ...(responseSchema
          ? findProblems(responseSchema, responseBody, index).map(
              (problem) => `response: ${problem}`,
            )
          : responseBody === undefined
            ? []
            : ['answers something where nothing is described']),
      ]
    }
    return null
  }
}
