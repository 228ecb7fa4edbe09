import { join } from 'node:path';
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import { fontFolders } from './fonts.ts';

/** Typesets a Typst document: `data` reaches it as JSON in sys.inputs.data, so that text is never parsed as markup. */
export interface Typesetter {
  /** Throws an Error that names the fault. */
  pdf(source: string, data: object): Buffer;
  /** The first page, with letters as paths. Throws as pdf() does. */
  svg(source: string, data: object): string;
}

/** A typesetter with the fonts below the project's root. Reading them is slow: create one and keep it. */
export function createTypesetter(root: string): Typesetter {
  const compiler = NodeCompiler.create({
    workspace: join(root, 'src/build'),
    fontArgs: [{ fontPaths: fontFolders(root) }],
  });
  const compile = (source: string, data: object) => {
    const result = compiler.compile({ mainFileContent: source, inputs: { data: JSON.stringify(data) } });
    const document = result.result;
    if (document !== null) return document;
    const error = result.takeError();
    const found: { message: string }[] = error === null ? [] : compiler.fetchDiagnostics(error);
    throw new Error(found.map(({ message }) => message).join('\n') || 'the typesetter failed without a message');
  };
  return {
    pdf: (source, data) => compiler.pdf(compile(source, data), { pdfStandard: 'ua-1' }),
    svg: (source, data) => compiler.plainSvg(compile(source, data)),
  };
}
