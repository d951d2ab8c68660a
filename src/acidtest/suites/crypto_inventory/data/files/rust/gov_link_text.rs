//! 행정망 연계 전문 조립기.
//!
//! 암호화는 앞단 게이트웨이가 맡는다(ARIA 또는 LEA, 기관 설정에 따름). 이 모듈은 평문 전문만
//! 만들고 길이 머리말을 붙인다.

use std::fmt::Write;

pub struct Message<'a> {
    pub agency: &'a str,
    pub form: u16,
    pub fields: &'a [(&'a str, &'a str)],
}

pub fn frame(message: &Message<'_>) -> String {
    let mut body = String::new();
    for (name, value) in message.fields {
        let _ = write!(body, "{name}={value}\u{1e}");
    }
    format!("{:08}{:<12}{:04}{}", body.len(), message.agency, message.form, body)
}

pub fn fields(frame: &str) -> Vec<(String, String)> {
    frame
        .chars()
        .skip(24)
        .collect::<String>()
        .split('\u{1e}')
        .filter_map(|f| f.split_once('='))
        .map(|(n, v)| (n.to_owned(), v.to_owned()))
        .collect()
}
