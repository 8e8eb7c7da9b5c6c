/** Chooses the parts of the rules that `npm run mutate` changes: a fixed sample, since all would take a day. */
import { createHash } from 'node:crypto'
import ts from 'typescript'

/** Files by area. Tests and lists of words aren't rules. */
export const mutatedFiles = {
  access: ['src/domain/access.ts', 'src/domain/gift-link/*.ts', 'functions/gift-link/*.ts'],
  subscription: ['src/domain/subscription/*.ts', 'functions/subscription/*.ts'],
  gift: ['src/domain/gift/*.ts', 'functions/gift/*.ts'],
  referral: ['src/domain/referral/*.ts', 'functions/referral/*.ts', 'functions/credit/*.ts'],
  meter: ['src/domain/paywall/*.ts', 'functions/paywall/*.ts'],
  newsletter: ['src/domain/{newsletter,issue}/*.ts', 'functions/{newsletter,issue}/*.ts'],
  permissions: [
    'src/contracts/signing/*.ts',
    'functions/identity/*.ts',
    'functions/platform/http/*.ts',
  ],
} as const satisfies Record<string, readonly string[]>

/** The share of top-level statements that are changed, which makes about 1,500 mutants. */
export const sampledShare = 0.1

function isSampled(key: string, share: number): boolean {
  const number = createHash('sha256').update(key).digest().readUInt32BE()
  return number < share * 2 ** 32
}

/**
 * Lists the lines of a file's sampled top-level statements, such as functions, in Stryker's format (`path:from-to`).
 * The choice depends on the path and each statement's first words, so that changes elsewhere don't change the sample.
 */
export function listSampledRanges(path: string, source: string, share: number): string[] {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest)
  return file.statements.flatMap((statement) => {
    const isErased =
      ts.isImportDeclaration(statement) ||
      ts.isTypeAliasDeclaration(statement) ||
      ts.isInterfaceDeclaration(statement)
    const start = statement.getStart(file)
    const [words = ''] = source.slice(start).split(/[=({]/, 1)
    if (isErased || !isSampled(`${path}: ${words.trim()}`, share)) return []
    const [from, to] = [start, statement.end].map(
      (position) => file.getLineAndCharacterOfPosition(position).line + 1,
    )
    return [`${path}:${from}-${to}`]
  })
}
