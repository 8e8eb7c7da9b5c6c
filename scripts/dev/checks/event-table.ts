/** Writes the events' table into src/features/analytics/events.md. `--check` fails if it is out of date. */
import { z } from 'zod'
import { eventSchemas } from '../../../src/contracts/analytics/events.ts'
import { pageDescriptions } from '../../../src/contracts/analytics/page-name.ts'
import { updateTable } from './update-table.ts'

/** The number of values listed per field. */
const maxListedValues = 4

function describeField(schema: z.ZodType): string {
  const field = schema instanceof z.ZodOptional ? schema.unwrap() : schema
  if (field instanceof z.ZodEnum && field.options.length <= maxListedValues)
    return ` (${field.options.join(', ')})`
  return field instanceof z.ZodArray ? describeField(field.element as z.ZodType) : ''
}

const describePayload = (schema: z.ZodObject) =>
  Object.entries<z.ZodType>(schema.shape)
    .map(
      ([name, field]) =>
        `\`${name}${field instanceof z.ZodOptional ? '?' : ''}\`${describeField(field)}`,
    )
    .join('; ')

function createEventRow([name, schema]: [string, z.ZodObject]): string {
  if (!schema.description)
    throw new Error(`Event “${name}” has no description. Add .describe(…) with when it is sent.`)
  return `| ${name} | ${schema.description} | ${describePayload(schema)} |`
}

await updateTable({
  file: 'src/features/analytics/events.md',
  name: 'event table',
  command: 'npm run event-table',
  table: [
    '| event | is sent when | carries |',
    '|---|---|---|',
    ...Object.entries<z.ZodObject>(eventSchemas).map(createEventRow),
    '',
    '| page call | page |',
    '|---|---|',
    ...Object.entries(pageDescriptions).map(([name, page]) => `| \`${name}\` | ${page} |`),
  ].join('\n'),
})
