/** Reads Python settings without running them: only literals are read, and any other value stops the import. */
import { readScriptLiterals } from './script-literals.ts'
import { SettingsError } from './site-settings.ts'

export type PythonScript = { readonly file: string; readonly text: string }

const token =
  /"(?:[^"\\\n]|\\.?)*"?|'(?:[^'\\\n]|\\.?)*'?|#[^\n]*|[()[\]{}\n]|\b(?:True|False|None)\b/g
const words: Readonly<Record<string, string>> = {
  True: 'true',
  False: 'false',
  None: 'null',
  '(': '[',
  ')': ']',
}

/** Returns a setting's value in the last script that has it; undefined if none does. */
export function readPythonSetting(scripts: readonly PythonScript[], name: string): unknown {
  let value: unknown
  for (const { file, text } of scripts) {
    const code = text.replace(token, (each) =>
      /^["'#]/.test(each) ? ' '.repeat(each.length) : each,
    )
    for (const { index } of code.matchAll(new RegExp(`\\b${name}\\b`, 'g'))) {
      const start =
        index +
        name.length +
        (/^[ \t]*=(?!=)/.exec(code.slice(index + name.length))?.[0] ?? '').length
      const isAssignment = start > index + name.length && /(?:^|\n)$/.test(code.slice(0, index))
      const literal = isAssignment ? readLiteral(text.slice(start)) : null
      if (literal === null)
        throw new SettingsError({
          file,
          line: code.slice(0, index).split('\n').length,
          reason: `${name} isn’t a plain literal, and scripts aren’t run. Replace it with its value.`,
        })
      value = literal.value
    }
  }
  return value
}

/** Reads a literal as JavaScript, which has the same syntax except for tuples' brackets. */
function readLiteral(text: string): { readonly value: unknown } | null {
  let [depth, end] = [0, text.length]
  const source = text.replace(token, (each, at: number) => {
    if (/^[([{]$/.test(each)) depth++
    if (/^[)\]}]$/.test(each)) depth--
    if (each === '\n' && depth <= 0) end = Math.min(end, at)
    return each.startsWith('#') ? ' '.repeat(each.length) : each
  })
  const script = source
    .slice(0, end)
    .replace(token, (each) => (Object.hasOwn(words, each) ? words[each]! : each))
  return readScriptLiterals(`{ "value": ${script} }`) as { value: unknown } | null
}
