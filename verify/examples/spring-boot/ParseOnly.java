import java.io.File;
import java.util.Arrays;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaFileObject;
import javax.tools.ToolProvider;

/** Fails where the syntax of a file is wrong. What it imports need not be there. */
final class ParseOnly {
    public static void main(String[] files) throws Exception {
        var compiler = ToolProvider.getSystemJavaCompiler();
        var manager = compiler.getStandardFileManager(null, null, null);
        var faults = new DiagnosticCollector<JavaFileObject>();
        var sources = manager.getJavaFileObjectsFromFiles(Arrays.stream(files).map(File::new).toList());
        var task = (com.sun.source.util.JavacTask) compiler.getTask(null, manager, faults, null, null, sources);
        task.parse();
        faults.getDiagnostics().forEach(System.err::println);
        if (!faults.getDiagnostics().isEmpty()) System.exit(1);
    }
}
