// npm run pseudo: adds a thirteenth language to a copy of the project, as docs/editing.md says. Its texts are the
// English ones with marked letters, some 40 % longer. Builds it and lists untranslated texts and those that do not fit.
import { buildPseudo, englishInPages, makePseudoProject } from './build-pseudo.ts';

const project = makePseudoProject();
try {
  console.log('The pseudo-language is added; building …');
  buildPseudo(project);
  const walked = project.run(['tests/pseudo/walk.ts']).trim().split('\n').at(-1) ?? '[]';
  const problems = [...englishInPages(project), ...(JSON.parse(walked) as string[])];
  for (const problem of problems) console.log(problem);
  console.log(problems.length === 0 ? 'Everything is translated, and everything fits.' : `${problems.length} to mend`);
  process.exitCode = problems.length === 0 ? 0 : 1;
} finally {
  project.remove();
}
