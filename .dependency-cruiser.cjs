/** The direction of imports: pages → layouts → features → browser | ui → contracts → domain. */
const only = (name, comment, from, allowed) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from, pathNot: '\\.test\\.ts$' },
  to: { path: '^(src|functions|scripts)/', pathNot: allowed },
})

module.exports = {
  forbidden: [
    only('domain-is-pure', 'domain imports itself and zod', '^src/domain/', '^src/domain/'),
    {
      name: 'domain-has-no-sdk',
      comment: 'domain knows no environment, fetch, clock or SDK',
      severity: 'error',
      from: { path: '^src/domain/', pathNot: '\\.test\\.ts$' },
      to: { dependencyTypes: ['npm', 'npm-dev', 'core'], pathNot: 'node_modules/zod/' },
    },
    only('contracts', 'contracts import domain', '^src/contracts/', '^src/(contracts|domain)/'),
    only(
      'browser',
      'browser imports contracts',
      '^src/browser/',
      '^src/(browser|contracts|domain)/',
    ),
    only('ui', 'ui knows no product', '^src/ui/', '^src/(ui|contracts|domain)/'),
    only('content', 'content imports domain', '^src/content/', '^src/(content|contracts|domain)/'),
    only(
      'features',
      'features import downward',
      '^src/features/',
      '^src/(features|browser|ui|contracts|domain|content|site\\.ts)',
    ),
    {
      name: 'features-meet-at-stores',
      comment: 'one feature reaches another only through its store file',
      severity: 'error',
      from: { path: '^src/features/([^/]+)/' },
      to: { path: '^src/features/', pathNot: '^src/features/($1/|[^/]+/[^/]*-store\\.ts$)' },
    },
    only(
      'layouts',
      'layouts import features and below',
      '^src/layouts/',
      '^src/(layouts|features|browser|ui|contracts|domain|content|styles|site\\.ts)',
    ),
    only(
      'functions',
      'functions import contracts, domain, the pipeline of Markdown and who the publication is',
      '^functions/(?!edge-client)',
      '^(functions/|src/(contracts|domain)/|src/content/markdown\\.ts$|src/site\\.ts$)',
    ),
    {
      name: 'src-never-imports-functions',
      comment: 'the site does not know the edge; what tests it may',
      severity: 'error',
      from: { path: '^src/', pathNot: '\\.(test|spec)\\.ts$|^src/journeys/' },
      to: { path: '^(functions|scripts)/' },
    },
    {
      name: 'no-cycles',
      comment: 'a cycle is two modules that are one',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '\\.astro$' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'types'],
    },
  },
}
