// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.30;

interface Token {
    function transferFrom(address from, address to, uint256 value) external returns (bool);
}

/// Pays several times in one transaction from the caller's allowance: as many real Transfer logs in one receipt.
contract BatchPayer {
    function payTwice(address token, address to, uint256 first, uint256 second) external {
        Token(token).transferFrom(msg.sender, to, first);
        Token(token).transferFrom(msg.sender, to, second);
    }

    function payTimes(address token, address to, uint256 value, uint256 times) external {
        for (uint256 paid = 0; paid < times; paid++) Token(token).transferFrom(msg.sender, to, value);
    }

    /// The same once, without its recipient in the call's data, as by a contract that has stored whom it pays.
    function payHidden(address token, uint160 inverted, uint256 value) external {
        Token(token).transferFrom(msg.sender, address(~inverted), value);
    }
}
