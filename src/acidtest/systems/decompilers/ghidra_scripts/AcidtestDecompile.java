// Decompiles one function: ADDRESS (hexadecimal, as the file has it) FILE (for the C text) SECONDS
import java.nio.file.Files;
import java.nio.file.Path;

import ghidra.app.decompiler.DecompInterface;
import ghidra.app.decompiler.DecompileResults;
import ghidra.app.script.GhidraScript;
import ghidra.app.util.opinion.ElfLoader;
import ghidra.program.model.address.Address;
import ghidra.program.model.listing.Function;

public class AcidtestDecompile extends GhidraScript {
    @Override
    public void run() throws Exception {
        String[] words = getScriptArgs();
        long inFile = Long.parseUnsignedLong(words[0], 16);
        Long base = ElfLoader.getElfOriginalImageBase(currentProgram);
        Address at = currentProgram.getImageBase().add(inFile - (base == null ? 0 : base));
        Function function = getFunctionAt(at);
        if (function == null) {
            function = createFunction(at, null);
        }
        if (function == null) {
            throw new IllegalArgumentException("there is no function at " + at);
        }
        DecompInterface engine = new DecompInterface();
        try {
            engine.openProgram(currentProgram);
            DecompileResults done =
                engine.decompileFunction(function, Integer.parseInt(words[2]), monitor);
            if (!done.decompileCompleted()) {
                throw new IllegalStateException(done.getErrorMessage());
            }
            Files.writeString(Path.of(words[1]), done.getDecompiledFunction().getC());
        } finally {
            engine.dispose();
        }
    }
}
