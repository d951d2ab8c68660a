package kr.smartfarm.ui

import androidx.compose.foundation.layout.Column
import androidx.compose.foundation.layout.height
import androidx.compose.material3.OutlinedTextField
import androidx.compose.material3.Text
import androidx.compose.runtime.Composable
import androidx.compose.runtime.getValue
import androidx.compose.runtime.mutableStateOf
import androidx.compose.runtime.remember
import androidx.compose.runtime.setValue
import androidx.compose.ui.Modifier
import androidx.compose.ui.semantics.contentDescription
import androidx.compose.ui.semantics.semantics
import androidx.compose.ui.unit.dp

/** 작물의 키(hight)와 잎 수를 입력한다. */
@Composable
fun HightForm(onSave: (hight: Int, leaves: Int) -> Unit) {
    var hight by remember { mutableStateOf("") }
    var leaves by remember { mutableStateOf("") }
    Column(Modifier.semantics { contentDescription = "작물 키 입력" }) {
        OutlinedTextField(value = hight, onValueChange = { hight = it }, label = { Text("키 (cm)") })
        OutlinedTextField(
            value = leaves,
            onValueChange = { leaves = it },
            modifier = Modifier.height(64.dp),
            label = { Text("잎 수") },
        )
        Text("저장하면 모종(seed) 번호와 함께 기록됩니다.", Modifier.height(24.dp))
    }
    val h = hight.toIntOrNull()
    val n = leaves.toIntOrNull()
    if (h != null && n != null) onSave(h, n)
}
