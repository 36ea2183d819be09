import { writeFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript-5';
import type { Consumer } from './pack.ts';

/**
 * The texts that an editor shows for what an import exports, and for each member of it that the package declares: by names such as
 * `UserRecord.birthdate`. Members that the language itself brings are left out.
 */
export function hoverTexts(consumer: Consumer, imported: string): Map<string, string> {
  const file = path.join(consumer.folder, 'hover.ts');
  writeFileSync(file, `export * from '${imported}';\n`);
  const moduleResolution = ts.ModuleResolutionKind.Bundler;
  const program = ts.createProgram([file], {
    moduleResolution,
    module: ts.ModuleKind.ESNext,
    target: ts.ScriptTarget.ES2022,
    strict: true,
    types: [],
  });
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(file);
  const module = source && checker.getSymbolAtLocation(source);
  if (module === undefined) throw new Error(`${imported} isn't a module`);
  const textOf = (symbol: ts.Symbol) => ts.displayPartsToString(symbol.getDocumentationComment(checker));
  const isOurs = (symbol: ts.Symbol) =>
    symbol.name !== '#private' &&
    symbol.declarations?.some((declared) => declared.getSourceFile().fileName.includes('node_modules/plid/'));

  return new Map(
    checker.getExportsOfModule(module).flatMap((exported) => {
      const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported;
      const members = checker.getPropertiesOfType(checker.getDeclaredTypeOfSymbol(symbol)).filter(isOurs);
      return [
        [exported.name, textOf(symbol)] as const,
        ...members.map((member) => [`${exported.name}.${member.name}`, textOf(member)] as const),
      ];
    }),
  );
}
