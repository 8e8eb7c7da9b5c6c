/**
 * Checks the types of the product as another publication would have it: with the data of
 * src/publication/testing/harbour/ in place of src/publication/.
 */
import { existsSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import ts from 'typescript'

const ours = resolve('src/publication')
const others = join(ours, 'testing/harbour')
/** Tests are about our publication, and development's tools about its sample. */
const isProduct = (file: string) =>
  !/\.(?:test|spec)\.tsx?$|\/testing\/|\/journeys\/|\/scripts\/dev\//.test(file)

function readProject(path: string) {
  const { config } = ts.readConfigFile(path, ts.sys.readFile)
  const { fileNames, options } = ts.parseJsonConfigFileContent(
    config,
    ts.sys,
    dirname(path),
    {},
    resolve(path),
  )
  return { rootNames: fileNames.filter(isProduct), options }
}

/** Returns a line for each error, and how many files of the other publication were read. */
function checkTypes(path: string) {
  const { rootNames, options } = readProject(path)
  const host = ts.createCompilerHost(options)
  const { readFile } = host
  let replaced = 0
  host.readFile = (file) => {
    const other = join(others, basename(file))
    if (dirname(resolve(file)) !== ours || !existsSync(other)) return readFile(file)
    replaced++
    return readFile(other)?.replaceAll("'../../", "'./")
  }
  const program = ts.createProgram({ rootNames, options, host })
  const diagnostics = ts
    .getPreEmitDiagnostics(program)
    .filter(({ file }) => !file || isProduct(resolve(file.fileName)))
  const errors = diagnostics.map(({ file, start, messageText }) => {
    const line =
      file && start !== undefined ? ts.getLineAndCharacterOfPosition(file, start).line : 0
    return `${file?.fileName}:${line + 1}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`
  })
  return { errors, replaced, files: rootNames.length }
}

for (const path of ['tsconfig.json', 'functions/tsconfig.json']) {
  const { errors, replaced, files } = checkTypes(path)
  for (const error of errors) console.error(error)
  console.log(`${path}: ${files} files checked with ${replaced} of another publication`)
  if (errors.length > 0 || replaced === 0) process.exitCode = 1
}
